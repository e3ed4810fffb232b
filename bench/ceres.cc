/* An iteration of ours against one of Ceres' on the same problem: the Furuta pendulum with
 * `predicted`, the same unknowns, manifold, observations and priors.  Both residuals and Jacobians
 * are compared at a random point first. */
#include <ceres/ceres.h>
#include <glog/logging.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "bench/furuta.h"
#include "bench/furuta_residual.h"
#include "bench/manifold.h"
#include "bench/report.h"
#include "bench/stopwatch.h"

extern "C" {
#include "engine/base/order.h"
}

namespace bench
{
namespace
{

constexpr int kNodes = 1000, kTurns = 3, kIterations = 5;

// Largest difference of residuals, as a share of the largest, and of Jacobians, as a share of the
// largest in a row: rounding, and what the engine's last pass over the load of friction leaves.
constexpr double kResidualTolerance = 1e-11, kJacobianTolerance = 1e-9;

// A point of the problem.
struct Point {
  std::vector<double> pose;
  double parameters[BENCH_PARAMETERS];

  explicit Point(const BenchFuruta &f) : pose(f.pose, f.pose + f.n_nodes * BENCH_POSE)
  {
    std::copy(f.start, f.start + BENCH_PARAMETERS, parameters);
  }
  double *
  At(int node)
  {
    return &pose[node * BENCH_POSE];
  }
};

Point
RandomPoint(const BenchFuruta &f)
{
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const PoseManifold manifold;
  Point point(f);
  for (int k = 0; k < f.n_nodes; k++) {
    double step[BENCH_TANGENT], out[BENCH_POSE];
    for (double &s : step)
      s = 1e-3 * normal(random);
    manifold.Plus(point.At(k), step, out);
    std::copy(out, out + BENCH_POSE, point.At(k));
  }
  for (double &p : point.parameters)
    p = p * std::exp(0.1 * normal(random)) + 1e-3;
  return point;
}

// Residual blocks in the engine's order; the priors last.
void
Build(ceres::Problem *problem, const BenchFuruta &f, Point *x)
{
  for (int k = 0; k < f.n_nodes; k++)
    problem->AddParameterBlock(x->At(k), BENCH_POSE, new PoseManifold);
  problem->AddParameterBlock(x->parameters, BENCH_PARAMETERS);
  for (int k = 0; k < BENCH_INITIAL_NODES; k++)
    problem->AddResidualBlock(
        new ceres::AutoDiffCostFunction<InitialCost, BENCH_TANGENT, BENCH_POSE, BENCH_PARAMETERS>(
            new InitialCost{&f}),
        nullptr, x->At(k), x->parameters);
  for (int k = 1; k + 1 < f.n_nodes; k++)
    problem->AddResidualBlock(
        new ceres::AutoDiffCostFunction<StepCost, BENCH_TANGENT, BENCH_POSE, BENCH_POSE, BENCH_POSE,
                                        BENCH_PARAMETERS>(new StepCost{&f, f.input[k]}),
        nullptr, x->At(k - 1), x->At(k), x->At(k + 1), x->parameters);
  for (int i = 0; i < f.n_angles; i++)
    problem->AddResidualBlock(
        new ceres::AutoDiffCostFunction<AngleCost, 1, BENCH_POSE>(new AngleCost{&f, f.angles[i]}),
        nullptr, x->At(f.angles[i].node));
  problem->AddResidualBlock(
      new ceres::AutoDiffCostFunction<PriorCost, BENCH_PARAMETERS, BENCH_PARAMETERS>(
          new PriorCost{&f}),
      nullptr, x->parameters);
}

// --- comparison at one point
// ---------------------------------------------------------------------------

// One of our rows, spread over all columns.
std::vector<double>
Spread(const BenchRows &rows, int row, int n_nodes)
{
  std::vector<double> out(n_nodes * BENCH_TANGENT + BENCH_PARAMETERS);
  const double *from = rows.jacobian + row * BENCH_JACOBIAN_COLUMNS;
  std::copy(from, from + rows.n_touched[row] * BENCH_TANGENT,
            &out[rows.first_node[row] * BENCH_TANGENT]);
  from += BENCH_MOST_TOUCHED * BENCH_TANGENT;
  std::copy(from, from + BENCH_PARAMETERS, &out[n_nodes * BENCH_TANGENT]);
  return out;
}

// Largest difference in a row of both Jacobians, as a share of its largest element.
double
RowDifference(std::vector<double> ours, const ceres::CRSMatrix &theirs, int row)
{
  double largest = 0, difference = 0;
  for (const double x : ours)
    largest = std::max(largest, std::fabs(x));
  for (int i = theirs.rows[row]; i < theirs.rows[row + 1]; i++)
    ours[theirs.cols[i]] -= theirs.values[i];
  for (const double x : ours)
    difference = std::max(difference, std::fabs(x));
  return difference / largest;
}

void
Require(const char *what, double difference, double tolerance)
{
  bench_report("agreement with Ceres at a random point", what, "largest difference", difference,
               "");
  if (difference <= tolerance)
    return;
  std::fprintf(stderr, "The peer's %s differs by %g; %g is rounding. It is not the same problem.\n",
               what, difference, tolerance);
  std::exit(1);
}

// The initial rows' Jacobian is left out: the engine takes the weight in them as constant.
void
Compare(BenchFuruta *f)
{
  Point x = RandomPoint(*f);
  ceres::Problem problem;
  Build(&problem, *f, &x);
  ceres::Problem::EvaluateOptions options;
  for (int k = 0; k < f->n_nodes; k++)
    options.parameter_blocks.push_back(x.At(k));
  options.parameter_blocks.push_back(x.parameters);
  std::vector<double> residual;
  ceres::CRSMatrix jacobian;
  problem.Evaluate(options, nullptr, &residual, nullptr, &jacobian);

  BenchRows *rows = bench_furuta_rows(f, x.pose.data(), x.parameters);
  double largest = 0, difference = 0, jacobian_difference = 0;
  for (int i = 0; i < rows->n; i++) {
    largest = std::max(largest, std::fabs(rows->residual[i]));
    difference = std::max(difference, std::fabs(rows->residual[i] - residual[i]));
    if (i >= rows->n_initial)
      jacobian_difference =
          std::max(jacobian_difference, RowDifference(Spread(*rows, i, f->n_nodes), jacobian, i));
  }
  bench_rows_free(rows);
  Require("residual", difference / largest, kResidualTolerance);
  Require("Jacobian", jacobian_difference, kJacobianTolerance);
}

// --- the race
// ---------------------------------------------------------------------------------------

// CPU time of each iteration that moved the point, to be compared with ours.
class Laps final : public ceres::IterationCallback
{
public:
  explicit Laps(std::vector<double> *seconds) : seconds_(seconds)
  {
  }
  ceres::CallbackReturnType
  operator()(const ceres::IterationSummary &summary) override
  {
    const double now = bench_cpu_seconds();
    if (summary.iteration > 0 && summary.step_is_successful)
      seconds_->push_back(now - last_);
    last_ = now;
    return ceres::SOLVER_CONTINUE;
  }

private:
  std::vector<double> *seconds_;
  double last_ = 0;
};

struct Solver {
  const char *name;
  ceres::LinearSolverType linear;
  ceres::SparseLinearAlgebraLibraryType library;
  std::vector<double> seconds, evaluation, linear_share; // laps; shares of the wall time of a run

  void
  Run(const BenchFuruta &f)
  {
    Point x(f);
    ceres::Problem problem;
    Build(&problem, f, &x);
    Laps laps(&seconds);
    ceres::Solver::Options options;
    options.linear_solver_type = linear;
    options.sparse_linear_algebra_library_type = library;
    options.num_threads = 1;
    options.max_num_iterations = kIterations;
    options.function_tolerance = options.gradient_tolerance = options.parameter_tolerance = 0;
    options.logging_type = ceres::SILENT;
    options.callbacks.push_back(&laps);
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
    const double whole = summary.minimizer_time_in_seconds;
    evaluation.push_back((summary.jacobian_evaluation_time_in_seconds +
                          summary.residual_evaluation_time_in_seconds) /
                         whole);
    linear_share.push_back(summary.linear_solver_time_in_seconds / whole);
  }
};

double
Median(std::vector<double> x)
{
  return tr_median(x.data(), x.size());
}

void
Report(const char *name, double iteration, double ours)
{
  bench_report("iteration", name, "CPU", 1e3 * iteration, "ms");
  bench_report("iteration", name, "to ours", iteration / ours, "x");
}

void
Race(BenchFuruta *f)
{
  Solver solvers[] = {
      {"Ceres, normal Cholesky, CHOLMOD",
       ceres::SPARSE_NORMAL_CHOLESKY,
       ceres::SUITE_SPARSE,
       {},
       {},
       {}},
      {"Ceres, normal Cholesky, Eigen",
       ceres::SPARSE_NORMAL_CHOLESKY,
       ceres::EIGEN_SPARSE,
       {},
       {},
       {}},
      {"Ceres, Schur, CHOLMOD", ceres::SPARSE_SCHUR, ceres::SUITE_SPARSE, {}, {}, {}}};
  std::vector<double> ours;
  for (int turn = 0; turn < kTurns; turn++) {
    double laps[kIterations];
    const int n = bench_furuta_identify(laps, f, kIterations);
    ours.insert(ours.end(), laps, laps + n);
    for (Solver &solver : solvers)
      solver.Run(*f);
  }
  const double reference = Median(ours);
  Report("ours", reference, reference);
  for (const Solver &solver : solvers) {
    const double lap = Median(solver.seconds);
    Report(solver.name, lap, reference);
    bench_report("iteration", solver.name, "evaluation", 1e3 * lap * Median(solver.evaluation),
                 "ms");
    bench_report("iteration", solver.name, "linear solver", 1e3 * lap * Median(solver.linear_share),
                 "ms");
  }
}

} // namespace
} // namespace bench

int
main(int, char **argv)
{
  google::InitGoogleLogging(argv[0]);
  bench_pin();
  BenchFuruta *furuta = bench_furuta_open(bench::kNodes);
  bench::Compare(furuta);
  bench::Race(furuta);
  bench_furuta_close(furuta);
  return 0;
}
