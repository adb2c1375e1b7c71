// Times of FCL or Bullet on pairs of polygons in the plane z = 0.
//
// Arguments: a file with the number of pairs, the vertices of a polygon, and the coordinates x y of
// all polygons; and the number of passes. Prints nanoseconds of a distance and of a boolean test
// (the fastest pass), and the sum of the distances.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#ifdef WITH_FCL
#include <fcl/fcl.h>
struct Peer {
    using Body = std::unique_ptr<fcl::CollisionObjectd>;
    static Body body(const std::vector<double> &xy)
    {
        int n = static_cast<int>(xy.size() / 2);
        auto points = std::make_shared<std::vector<fcl::Vector3d>>();
        for (int i = 0; i < n; ++i) points->emplace_back(xy[2 * i], xy[2 * i + 1], 0.0);
        // Above and below.
        auto faces = std::make_shared<std::vector<int>>();
        faces->push_back(n);
        for (int i = 0; i < n; ++i) faces->push_back(i);
        faces->push_back(n);
        for (int i = n; i-- > 0;) faces->push_back(i);
        auto shape = std::make_shared<fcl::Convexd>(points, 2, faces);
        return Body(new fcl::CollisionObjectd(shape));
    }
    static double distance(const Body &a, const Body &b)
    {
        fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        return std::max(0.0, fcl::distance(a.get(), b.get(), request, result));
    }
    static bool collide(const Body &a, const Body &b)
    {
        fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        return fcl::collide(a.get(), b.get(), request, result) > 0;
    }
};
#else
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
struct Peer {
    using Body = std::unique_ptr<btConvexHullShape>;
    static Body body(const std::vector<double> &xy)
    {
        Body hull(new btConvexHullShape());
        for (size_t i = 0; i < xy.size(); i += 2) {
            hull->addPoint(btVector3(btScalar(xy[i]), btScalar(xy[i + 1]), 0), false);
        }
        hull->recalcLocalAabb();
        hull->setMargin(0);
        return hull;
    }
    static double distance(const Body &a, const Body &b)
    {
        btVoronoiSimplexSolver simplex;
        btGjkPairDetector detector(a.get(), b.get(), &simplex, nullptr);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA.setIdentity();
        input.m_transformB.setIdentity();
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        return found.m_hasResult ? std::max(0.0, double(found.m_distance)) : 0.0;
    }
    static bool collide(const Body &a, const Body &b) { return distance(a, b) <= 0; }
};
#endif

template <class Call> static double fastest(int passes, size_t pairs, Call call)
{
    double best = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < passes; ++pass) {
        auto start = std::chrono::steady_clock::now();
        for (size_t i = 0; i < pairs; ++i) call(i);
        std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
        best = std::min(best, taken.count() / double(pairs));
    }
    return best;
}

int main(int count, char **arguments)
{
    FILE *file = count == 3 ? std::fopen(arguments[1], "r") : nullptr;
    size_t pairs = 0, vertices = 0;
    if (!file || std::fscanf(file, "%zu %zu", &pairs, &vertices) != 2) return 2;
    std::vector<Peer::Body> bodies;
    for (size_t i = 0; i < 2 * pairs; ++i) {
        std::vector<double> xy(2 * vertices);
        for (double &c : xy) {
            if (std::fscanf(file, "%lf", &c) != 1) return 2;
        }
        bodies.push_back(Peer::body(xy));
    }
    std::fclose(file);
    int passes = std::atoi(arguments[2]);
    double sum = 0;
    for (size_t i = 0; i < pairs; ++i) sum += Peer::distance(bodies[2 * i], bodies[2 * i + 1]);
    volatile double sink = 0;
    volatile bool hit = false;
    double distance = fastest(passes, pairs, [&](size_t i) {
        sink = Peer::distance(bodies[2 * i], bodies[2 * i + 1]);
    });
    double collide = fastest(passes, pairs, [&](size_t i) {
        hit = Peer::collide(bodies[2 * i], bodies[2 * i + 1]);
    });
    std::printf("%.17g %.17g %.17g\n", distance, collide, sum);
}
