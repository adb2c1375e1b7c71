# %% [markdown]
# # Pressure of a curved punch
#
# A block with a bulging lower side is pressed into the top of another one. The gaps between them,
# times a stiffness, are a pressure, which is drawn over the distance from the axis. Run it as a
# script, or cell by cell in an editor that knows `# %%`.
#
#     python python/examples/pressure.py pressure.png

# %%
import sys

import numpy as np

import gapkit

# %% Two meshes: the punch has a radius of curvature, and sinks into the block by a depth.
RADIUS, DEPTH, STIFFNESS = 4.0, 0.01, 1e3
block = gapkit.Mesh.block([20, 20, 2], [1.0, 1.0, 0.2])
lower = block.moved(block.points - [0.5, 0.5, 0.2])
x = block.points - [0.5, 0.5, 0.0]
x[:, 2] += (x[:, 0] ** 2 + x[:, 1] ** 2) / (2.0 * RADIUS) - DEPTH
upper = block.moved(x)

# %% A scene with both, and its contacts.
scene = gapkit.Scene(margin=0.01)
bodies = scene.add_mesh(lower), scene.add_mesh(upper)
contacts = scene.detect()
print(f"{len(contacts)} contacts, deepest {contacts['gap'].min():.5f}")

# %% A linear law: force on B, and the opposite one on A.
closed = np.minimum(contacts["gap"], 0.0)
forces = (-STIFFNESS * closed * contacts["area"])[:, None] * contacts["normal"]
sums = scene.resultants(forces)["force"]
print(f"force on the block {sums[0][2]:.4f}, on the punch {sums[1][2]:.4f}")
exact_force = np.pi * STIFFNESS * RADIUS * DEPTH**2
print(f"force of an exact paraboloid {exact_force:.4f}")
assert abs(sums[1][2] / exact_force - 1.0) < 0.05

# %% The pressure on the nodes of the block is minus the normal traction of its top.
top = lower.points[:, 2] == 0.0
pressure = -scene.tractions(0, forces)[top, 2]
distance = np.hypot(lower.points[top, 0], lower.points[top, 1])
r = np.linspace(0.0, 0.45, 200)
exact = STIFFNESS * np.maximum(DEPTH - r**2 / (2.0 * RADIUS), 0.0)
assert np.abs(pressure - np.interp(distance, r, exact))[distance < 0.2].max() < 0.05 * exact.max()

# %% A plot, where there is matplotlib.
if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.plot(distance, pressure, "o", label="nodes of the block")
    plt.plot(r, exact, label="exact paraboloid")
    plt.xlim(0.0, 0.45)
    plt.xlabel("distance from the axis")
    plt.ylabel("pressure")
    plt.legend()
    plt.savefig(sys.argv[1], dpi=80)
    print(f"drawn to {sys.argv[1]}")
