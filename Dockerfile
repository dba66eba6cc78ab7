# The image of Wayside contains Node, the program and the shared libraries that both load. `docker build --tag wayside
# .`
FROM node:20-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
RUN npm ci --omit=dev --workspace @wayside/server --no-audit --no-fund
RUN sh deploy/container/make-root.sh /image

# The tools that back up and restore a PostgreSQL server.
FROM postgres:18-bookworm AS tools
COPY deploy/container/copy-libraries.sh /
RUN mkdir /image && cp --parents /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore /image && sh /copy-libraries.sh /image

# The base is not distroless because initdb of the embedded PostgreSQL needs a shell and a named account.
FROM scratch
COPY --from=tools /image /
COPY --from=build /image /
USER 10001:10001
WORKDIR /app
ENV PATH=/usr/local/bin:/bin HOME=/data NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=off
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["wayside"]
CMD ["start"]
