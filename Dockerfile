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

# Limits are in NODE_OPTIONS, so that the operator can set others; an argument of node would prevail.
FROM corkboard AS worker
ENV UV_THREADPOOL_SIZE=64
ENV NODE_OPTIONS="--max-semi-space-size=32"
# Whether the process lives, and not whether it is ready: an outage of the database must not restart it. Without METRICS_PORT a
# running worker counts as healthy.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "src/bin/healthCheck.ts", "METRICS_PORT"]
CMD ["node", "--import", "./src/runtime.js", "src/bin/worker.ts"]

FROM corkboard AS web
ENV UV_THREADPOOL_SIZE=64
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=384"
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "src/bin/healthCheck.ts", "PORT", "3000"]
CMD ["node", "--import", "./src/runtime.js", "src/bin/web.ts"]
