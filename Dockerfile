# The App in production. Build: docker build -t software-factory .
# Run:   docker run -d --init --restart unless-stopped --env-file .env -p 3000:3000 --name software-factory software-factory
#
# Node 24 gets security fixes until April 2028. The App itself runs on 20.19 and newer.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CACHE_DIR=/tmp/software-factory
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/code-index/embeddings/tfjs ./src/code-index/embeddings/tfjs
COPY --from=build /app/prompts ./prompts
COPY --from=build /app/gate-presets ./gate-presets
COPY --from=build /app/action/workflow ./action/workflow
COPY --from=build /app/fixtures/demo ./fixtures/demo
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
