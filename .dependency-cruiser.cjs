/**
 * Which way one may look (ARCHITECTURE.md). The rules name folders and never features, so that one not yet born is
 * covered. scripts/fixtures/imports breaks every one of them once: the check fails when a rule finds nothing there.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Two files that need each other are one file, or a third is missing. What is loaded later may look back.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-dead-imports',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'feature-knows-no-feature',
      comment: 'What two features share moves up, or is composed in routes.tsx or app.ts.',
      severity: 'error',
      from: { path: '^apps/(web|server)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'contract-sees-only-zod',
      comment: 'The contract runs in the browser and on the server and knows neither.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/contract/src/|node_modules/zod/' },
    },
    {
      name: 'contract-uses-small-zod',
      comment: 'The mini build is a fifth of the size, and the browser loads it.',
      severity: 'error',
      from: { path: '^(packages/contract|apps/web)/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(v4/)?(mini|core|locales)/' },
    },
    {
      name: 'web-and-server-meet-in-the-contract',
      comment: 'Neither room sees the other.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'tests-from-outside-see-no-inside',
      comment: 'End-to-end tests know the screen and the contract, not the source behind them.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^apps/' },
    },
    {
      name: 'product-imports-no-test',
      comment: 'Test data and test servers stay out of what is shipped.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '\\.test\\.tsx?$|^(apps|packages)/.*/testing/' },
    },
    {
      name: 'web-lib-is-the-floor',
      comment: 'lib stands on nothing of the web.',
      severity: 'error',
      from: { path: '^apps/web/src/lib/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/lib/' },
    },
    {
      name: 'web-ui-has-no-opinions',
      comment: 'ui could be a library for strangers: no shell, no feature, no contract.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^(apps/web/src/|packages/)', pathNot: '^apps/web/src/(ui|lib)/' },
    },
    {
      name: 'web-ui-knows-no-router-and-no-query',
      comment: 'ui knows neither where we are nor what the server said.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: 'node_modules/@tanstack/' },
    },
    {
      name: 'web-shells-know-no-feature',
      comment: 'people, list, form and shell are used by features, never the other way round.',
      severity: 'error',
      from: { path: '^apps/web/src/(people|list|form|shell)/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'web-routes-are-the-top',
      comment: 'Only the start sees the route table.',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: '^apps/web/src/(main|bare-login|application|routes|frame-routes)\\.tsx?$',
      },
      to: { path: '^apps/web/src/(main|bare-login|application|routes|frame-routes)\\.tsx?$' },
    },
    {
      name: 'server-floor-knows-no-feature',
      comment: 'db, files, events and http serve features and do not know them.',
      severity: 'error',
      from: { path: '^apps/server/src/(db|files|events|http)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(features|commands)/' },
    },
    {
      name: 'server-floor-knows-no-http',
      comment: 'Data, files and events work without a request.',
      severity: 'error',
      from: { path: '^apps/server/src/(db|files|events)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/http/' },
    },
    {
      name: 'server-verb-knows-no-http',
      comment: 'Routes translate; a verb could be called by a command.',
      severity: 'error',
      from: {
        path: '^apps/server/src/features/[^/]+/',
        pathNot: '/routes\\.ts$|-routes\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^apps/server/src/http/|node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'server-app-is-the-top',
      comment: 'Only the start, the commands and tests see the composed application.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(main|app)\\.ts$|^apps/server/src/(commands|testing)/|\\.test\\.ts$',
      },
      to: { path: '^apps/server/src/(main|app)\\.ts$' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API for tools: without swc the tool reads no module at all, and passes.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/\\.dist-|\\.(css|svg|png|woff2)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
