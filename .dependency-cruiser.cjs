/**
 * Import rules that the map in ARCHITECTURE.md cannot express: import cycles, packages and features.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Two files that import each other are one file, or a third is missing. A dynamic import may lead back.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-dead-imports',
      comment: 'An import that resolves to no file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'feature-knows-no-feature',
      comment:
        'Code that two features of the server share moves up, or is composed in app.ts. For the web the map decides.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/' },
      to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/$1/' },
    },
    {
      name: 'web-feature-knows-shared-features',
      comment: 'Features of the web that others use are listed in ARCHITECTURE.md.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: {
        path: '^apps/web/src/features/',
        pathNot:
          '^apps/web/src/features/($1|activity|approvals|bookings|dashboard|jobs|notes|notifications|payment-runs|payments|payouts|people|refunds|roadside|timeline|two-factor)/',
      },
    },
    {
      name: 'contract-sees-only-zod',
      comment: 'The contract runs in the browser and on the server and depends on neither.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$|/src/testing/' },
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
      comment: 'Web and server never import each other.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'tests-from-outside-see-no-inside',
      comment:
        'Browser tests import the contract, never the source of web or server; tests of screens mount the web.',
      severity: 'error',
      from: { path: '^e2e/', pathNot: '^e2e/screens/' },
      to: { path: '^apps/' },
    },
    {
      name: 'product-imports-no-test',
      comment: 'Test data and test servers are not shipped.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '\\.test\\.tsx?$|^(apps|packages)/.*/testing/|^tests/' },
    },
    {
      name: 'only-commands-know-the-demo',
      comment: 'The demo is data for a fresh start; the product works without it.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '^apps/server/src/commands/|\\.test\\.ts$|/testing/' },
      to: { path: '^packages/demo/' },
    },
    {
      name: 'web-ui-knows-no-router-and-no-query',
      comment: 'The design system works without router and queries.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: 'node_modules/@tanstack/' },
    },
    {
      name: 'server-verb-knows-no-fastify',
      comment: 'Routes translate; a command can call a verb.',
      severity: 'error',
      from: { path: '^apps/server/src/features/[^/]+/', pathNot: '/routes\\.ts$|\\.test\\.ts$' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API for tools, so dependency-cruiser finds no imports without swc.
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
