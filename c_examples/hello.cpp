// A C++ host: a scene that frees itself, a mesh in three arrays with 64-bit numbers from 1, values
// that stay with contacts, and messages.
//
// Compile and run, from this folder, after scripts/install.sh PREFIX:
//   c++ -std=c++17 -IPREFIX/include hello.cpp -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -o hello
//   ./hello
#include <cmath>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gapkit.h"

namespace {

void must(gapkit_status status)
{
    if (status != GAPKIT_OK)
        throw std::runtime_error(gapkit_last_error());
}

struct FreeScene {
    void operator()(gapkit_scene *scene) const { gapkit_scene_free(scene); }
};
using Scene = std::unique_ptr<gapkit_scene, FreeScene>;

Scene make_scene(double margin)
{
    gapkit_scene_config config;
    must(gapkit_scene_config_default(&config, sizeof config));
    config.margin = margin;
    config.history = 1;
    gapkit_scene *scene = nullptr;
    must(gapkit_scene_new(&config, &scene));
    return Scene(scene);
}

// A function that the library calls must not throw.
extern "C" void count_messages(void *user, gapkit_log_level, const char *)
{
    ++*static_cast<int *>(user);
}

void run()
{
    Scene scene = make_scene(0.01);
    int messages = 0;
    must(gapkit_scene_set_log(scene.get(), count_messages, &messages));

    // A unit cube as one hexahedron, 5 thousandths above the ground.
    const std::vector<double> x{0, 1, 1, 0, 0, 1, 1, 0}, y{0, 0, 1, 1, 0, 0, 1, 1};
    std::vector<double> z{0.005, 0.005, 0.005, 0.005, 1.005, 1.005, 1.005, 1.005};
    const std::vector<std::int64_t> hexahedron{1, 2, 3, 4, 5, 6, 7, 8};
    gapkit_mesh mesh;
    must(gapkit_mesh_default(&mesh, sizeof mesh));
    mesh.x = x.data();
    mesh.y = y.data();
    mesh.z = z.data();
    mesh.stride = 1;
    mesh.node_count = x.size();
    mesh.connectivity = hexahedron.data();
    mesh.index_type = GAPKIT_INT64;
    mesh.index_base = 1;
    mesh.element_type = GAPKIT_HEX8;
    mesh.element_count = 1;
    std::uint32_t cube = 0, ground = 0;
    must(gapkit_scene_add_mesh(scene.get(), &mesh, nullptr, &cube));
    const double origin[3] = {0, 0, 0}, up[3] = {0, 0, 1};
    must(gapkit_scene_add_plane(scene.get(), origin, up, nullptr, &ground));

    for (int step = 0; step < 3; ++step) {
        const gapkit_contact *contacts = nullptr;
        std::size_t count = 0;
        must(gapkit_scene_set_positions(scene.get(), cube, x.data(), y.data(), z.data(), 1,
                                        z.size()));
        must(gapkit_scene_detect(scene.get(), nullptr));
        must(gapkit_scene_contacts(scene.get(), &contacts, &count, sizeof *contacts));
        // Three points on each of the two triangles of the lower face.
        if (count != 6)
            throw std::runtime_error("there should be six contacts");
        std::vector<double> slip(count);
        must(gapkit_scene_get_values(scene.get(), slip.data(), slip.size()));
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t before = step > 0 ? static_cast<std::int64_t>(i) : -1;
            const bool right = contacts[i].element_a == 1 &&
                               contacts[i].age == static_cast<std::uint32_t>(step) &&
                               contacts[i].previous == before &&
                               slip[i] == step && std::abs(contacts[i].gap - z[0]) < 1e-15 &&
                               std::abs(contacts[i].area - 1.0 / 6.0) < 1e-15;
            if (!right)
                throw std::runtime_error("contact " + std::to_string(i) + " is wrong");
            slip[i] += 1.0;
        }
        must(gapkit_scene_set_values(scene.get(), slip.data(), slip.size()));
        for (double &height : z)
            height -= 0.001;
    }
    if (messages != 3)
        throw std::runtime_error("each detection should have told something");
    std::cout << "gapkit " << gapkit_version() << ": six contacts, three times\n";
}

} // namespace

int main()
{
    try {
        run();
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
