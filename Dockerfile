# The web process:     docker build -t corkboard .
# The worker process:  docker build -t corkboard-worker --target worker .
# A release:           docker run --rm -e DATABASE_URL corkboard node src/bin/release.ts
#
# Every process needs DATABASE_URL. compose.yaml runs all of them beside a PostgreSQL.

# Debian, because the tests run on its C library, which also resolves host names.
FROM node:26.10.0-slim AS install
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:26.10.0-slim AS corkboard
ENV NODE_ENV=production
WORKDIR /app
COPY --from=install /app/node_modules node_modules
COPY package.json ./
COPY sql sql
COPY tasks tasks
COPY src src
USER node

FROM corkboard AS worker
ENV UV_THREADPOOL_SIZE=64
# Only the server on METRICS_PORT can tell whether the worker makes progress. Without it, a running worker counts as healthy.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "const port = Number(process.env.METRICS_PORT); if (port) fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./src/runtime.js", "--max-semi-space-size=32", "src/bin/worker.ts"]

FROM corkboard AS web
ENV UV_THREADPOOL_SIZE=64
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./src/runtime.js", "--max-semi-space-size=8", "--max-old-space-size=384", "src/bin/web.ts"]
