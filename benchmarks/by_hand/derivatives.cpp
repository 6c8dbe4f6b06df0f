// Values and derivatives by hand: Rosenbrock's function, and GradBench's shorter problems.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

constexpr double duration = 2.0; // of the differential equation

// Determinant of the rows from `row` on and the columns that are left; adds `weight` times
// its derivatives to `gradient`. The first column that is left is after[n], the one after
// column c is after[c].
double minor_of(const double *matrix, std::size_t n, std::vector<std::size_t> &after,
                std::size_t row, double weight, double *gradient) {
  std::size_t column = after[n];
  const double *own = matrix + row * n;
  if (row == n - 1) {
    gradient[row * n + column] += weight;
    return own[column];
  }
  double value = 0, sign = 1;
  for (std::size_t before = n; column < n; sign = -sign) {
    const double factor = sign * own[column];
    after[before] = after[column];
    const double minor =
        minor_of(matrix, n, after, row + 1, weight * factor, gradient);
    after[before] = column;
    gradient[row * n + column] += weight * sign * minor;
    value += factor * minor;
    before = column;
    column = after[column];
  }
  return value;
}

// Centroid nearest to a point, and the square of its distance.
std::size_t nearest(const double *centroids, std::size_t clusters,
                    std::size_t dimension, const double *point, double *least) {
  std::size_t found = 0;
  *least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < clusters; k++) {
    double squared = 0;
    for (std::size_t m = 0; m < dimension; m++) {
      const double apart = point[m] - centroids[k * dimension + m];
      squared += apart * apart;
    }
    if (squared < *least) {
      *least = squared;
      found = k;
    }
  }
  return found;
}

// One step; states at which it takes slopes, the first apart, into `stages`.
void advance(const double *rates, std::size_t n, double h, const double *from, double *to,
             double *stages) {
  double y1 = 1, y2 = 1, y3 = 1, y4 = 1; // of the variable before
  for (std::size_t i = 0; i < n; i++) {
    const double k1 = rates[i] * y1, k2 = rates[i] * y2;
    const double k3 = rates[i] * y3, k4 = rates[i] * y4;
    y1 = from[i];
    stages[3 * i] = y2 = y1 + h / 2 * k1;
    stages[3 * i + 1] = y3 = y1 + h / 2 * k2;
    stages[3 * i + 2] = y4 = y1 + h * k3;
    to[i] = y1 + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
}

// Adjoint of a step from `state`: `bar` becomes that of the state before.
void back(const double *rates, std::size_t n, double h, const double *state,
          const double *stages, double *bar, double *rates_bar) {
  double b1 = 0, b2 = 0, b3 = 0, b4 = 0; // of the slopes of the variable after
  double rate = 0;
  for (std::size_t i = n; i-- > 0;) {
    const double y1 = rate * b1, y2 = rate * b2, y3 = rate * b3, y4 = rate * b4;
    const double own = bar[i];
    b4 = h / 6 * own;
    b3 = h / 3 * own + h * y4;
    b2 = h / 3 * own + h / 2 * y3;
    b1 = h / 6 * own + h / 2 * y2;
    bar[i] = own + y1 + y2 + y3 + y4;
    rate = rates[i];
    if (i == 0) {
      rates_bar[0] += b1 + b2 + b3 + b4;
      return;
    }
    const double *before = stages + 3 * (i - 1);
    rates_bar[i] += b1 * state[i - 1] + b2 * before[0] + b3 * before[1] + b4 * before[2];
  }
}

} // namespace

extern "C" {

double rosenbrock(const double *x, std::size_t n, double *gradient) {
  double value = 0;
  std::fill(gradient, gradient + n, 0.0);
  for (std::size_t i = 0; i + 1 < n; i++) {
    const double above = x[i + 1] - x[i] * x[i], left = 1 - x[i];
    value += 100 * above * above + left * left;
    gradient[i] -= 400 * x[i] * above + 2 * left;
    gradient[i + 1] += 200 * above;
  }
  return value;
}

double det(const double *matrix, std::size_t n, double *gradient) {
  std::vector<std::size_t> after(n + 1);
  for (std::size_t c = 0; c < n; c++)
    after[c] = c + 1;
  std::fill(gradient, gradient + n * n, 0.0);
  return minor_of(matrix, n, after, 0, 1.0, gradient);
}

double kmeans(const double *centroids, const double *points, std::size_t clusters,
              std::size_t n, std::size_t dimension, double *gradient) {
  double value = 0;
  std::fill(gradient, gradient + clusters * dimension, 0.0);
  for (std::size_t i = 0; i < n; i++) {
    const double *point = points + i * dimension;
    double least;
    const std::size_t at =
        nearest(centroids, clusters, dimension, point, &least) * dimension;
    value += least;
    for (std::size_t m = 0; m < dimension; m++)
      gradient[at + m] += 2 * (centroids[at + m] - point[m]);
  }
  return value;
}

void kmeans_direction(const double *centroids, const double *points, std::size_t clusters,
                      std::size_t n, std::size_t dimension, double *direction) {
  std::vector<double> counts(clusters);
  std::fill(direction, direction + clusters * dimension, 0.0);
  for (std::size_t i = 0; i < n; i++) {
    const double *point = points + i * dimension;
    double least;
    const std::size_t k = nearest(centroids, clusters, dimension, point, &least);
    counts[k] += 1;
    for (std::size_t m = 0; m < dimension; m++)
      direction[k * dimension + m] += centroids[k * dimension + m] - point[m];
  }
  for (std::size_t k = 0; k < clusters; k++)
    for (std::size_t m = 0; m < dimension; m++)
      direction[k * dimension + m] /= counts[k];
}

double llsq(const double *coefficients, const double *points, std::size_t degree,
            std::size_t n, double *gradient) {
  double value = 0;
  std::fill(gradient, gradient + degree, 0.0);
  for (std::size_t i = 0; i < n; i++) {
    const double t = points[i];
    double rest = (t > 0) - (t < 0), power = 1;
    for (std::size_t j = 0; j < degree; j++) {
      rest -= coefficients[j] * power;
      power *= t;
    }
    value += 0.5 * rest * rest;
    for (std::size_t j = 0; j < degree; j++) {
      gradient[j] -= rest;
      rest *= t;
    }
  }
  return value;
}

double lse(const double *x, std::size_t n, double *gradient) {
  const double largest = *std::max_element(x, x + n);
  double total = 0;
  for (std::size_t i = 0; i < n; i++) {
    gradient[i] = std::exp(x[i] - largest);
    total += gradient[i];
  }
  for (std::size_t i = 0; i < n; i++)
    gradient[i] /= total;
  return std::log(total) + largest;
}

double ode(const double *rates, std::size_t n, std::size_t steps, double *rates_bar) {
  const double h = duration / static_cast<double>(steps);
  std::vector<double> states((steps + 1) * n), stages(3 * n), bar(n, 1.0), after(n);
  for (std::size_t k = 0; k < steps; k++)
    advance(rates, n, h, &states[k * n], &states[(k + 1) * n], stages.data());
  std::fill(rates_bar, rates_bar + n, 0.0);
  for (std::size_t k = steps; k-- > 0;) {
    advance(rates, n, h, &states[k * n], after.data(), stages.data());
    back(rates, n, h, &states[k * n], stages.data(), bar.data(), rates_bar);
  }
  double value = 0;
  for (std::size_t i = 0; i < n; i++)
    value += states[steps * n + i];
  return value;
}
}
