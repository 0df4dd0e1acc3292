# The same Node as the npm package `node` in package.json (deploy/deploy.test.ts compares them).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Build stage.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY bin ./bin
COPY contract ./contract
COPY languages ./languages
COPY scripts ./scripts
COPY server ./server
COPY web ./web
COPY tsconfig.json vite.config.ts vite.server.config.ts ./
RUN node scripts/build.mjs
# Of all packages, as those of the web application are bundled into `dist`.
RUN npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json

# Packages at runtime; none needs its install script.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts \
  && find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete

FROM ${NODE_IMAGE}
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=700 /data /backups \
  && ln -s /app/bin/puente.mjs /usr/local/bin/puente
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sbom.cdx.json ./
COPY package.json ./
COPY bin ./bin
COPY --from=build /app/server/fonts ./server/fonts
COPY --from=build /app/server/applications/fonts ./server/applications/fonts
# The root file system may be read-only; only /data, /backups and /tmp are written.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/node \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/server/main.cjs"]
