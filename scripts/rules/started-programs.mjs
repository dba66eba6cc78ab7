/** @import { SearchResult, SourceFile } from '../tree.mjs' */

/**
 * A program other than Node that the code starts: the file, the argument as written there, the reason, and the behaviour on a
 * machine without it. README.md promises that Git, Node and npm suffice.
 * @typedef {{ path: string, argument: string, why: string, without: string }} StartedProgram
 */

/** @type {StartedProgram[]} */
export const startedPrograms = [
  {
    path: 'apps/server/src/db/embedded/older-binaries.ts',
    argument: 'NPM',
    why: 'installs the programs of an older PostgreSQL once, for an upgrade of its data',
    without: 'the start ends with a sentence that says what to install',
  },
  {
    path: 'apps/server/src/commands/backup-server.test.ts',
    argument: "'/bin/sh'",
    why: 'runs the line of the systemd unit for backups; part of POSIX',
    without: 'the test needs a PostgreSQL of the system, and is skipped without it',
  },
  {
    path: 'apps/server/src/backup/postgres-tools.ts',
    argument: 'path',
    why: 'reads the version of pg_dump and pg_restore, which a backup with DATABASE_URL needs',
    without: 'the backup ends with a sentence that says what to install',
  },
  {
    path: 'apps/server/src/backup/postgres-tools.ts',
    argument: 'tool.path',
    why: 'dumps and restores the server of DATABASE_URL',
    without: 'as above; the embedded database needs neither',
  },
  {
    path: 'apps/server/src/metrics/alert-rules.test.ts',
    argument: "'promtool'",
    why: 'checks the rules of the alerts as Prometheus does',
    without: 'the test is skipped and says so',
  },
  {
    path: 'apps/server/src/testing/dump-database.ts',
    argument: 'tool',
    why: 'searches a dump by pg_dump for what must not be in it',
    without: 'the test searches the rows of every table alone',
  },
  {
    path: 'scripts/tree.mjs',
    argument: "'git'",
    why: 'the check reads the files that git lists',
    without: 'README.md names git',
  },
  {
    path: 'apps/server/src/testing/upgrades/previous-release.ts',
    argument: "'git'",
    why: 'finds and reads the files of the previous release',
    without: 'the tests with that release are skipped with this reason',
  },
  {
    path: 'bin/installed.mjs',
    argument: "'npm'",
    why: 'installs the dependencies that are missing',
    without: 'README.md names npm',
  },
  {
    path: 'apps/server/src/db/embedded/binaries.ts',
    argument: 'postgres',
    why: 'reads the version of the PostgreSQL that npm installs',
    without: 'the fallback inside the process takes over with a warning',
  },
  {
    path: 'apps/server/src/db/embedded/postmaster.ts',
    argument: 'binaries.postgres',
    why: 'the embedded database, which npm installs',
    without: 'the fallback inside the process takes over with a warning',
  },
  {
    path: 'apps/server/src/db/embedded/initialise-cluster.ts',
    argument: 'binaries.initdb',
    why: 'creates the embedded database; npm installs it',
    without: 'the fallback inside the process takes over with a warning',
  },
  {
    path: 'apps/server/src/db/embedded/open-embedded.ts',
    argument: "'chown'",
    why: 'returns data that root has copied to the account of the database; part of POSIX, used by root alone',
    without: 'the start fails with the error; other accounts never run it',
  },
  {
    path: 'apps/server/src/db/embedded/process-identity.ts',
    argument: "'ps'",
    why: 'identifies processes where there is no /proc; part of macOS and the BSDs',
    without: 'Linux reads /proc and Windows asks Node; neither starts it',
  },
  {
    path: 'apps/server/src/db/embedded/system-user.ts',
    argument: 'command',
    why: 'useradd or adduser create an account for the database; used by root alone',
    without: 'another account is used, or the fallback inside the process',
  },
  {
    path: 'apps/server/src/testing/small-disk.ts',
    argument: 'program',
    why: 'mount and umount create a full or read-only disk; used by root alone',
    without: 'the tests of a full disk are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/cluster/namespace-tools.ts',
    argument: "'unshare'",
    why: 'tries whether machines of a cluster can be made',
    without: 'the tests of a cluster are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/cluster/namespace-tools.ts',
    argument: "'ip'",
    why: 'connects the machines of a cluster',
    without: 'the tests of a cluster are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/cluster/namespace-tools.ts',
    argument: "'nsenter'",
    why: 'connects the machines of a cluster, in their namespaces',
    without: 'the tests of a cluster are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/cluster/lab.ts',
    argument: "'setpriv'",
    why: 'makes the switch of the machines, which ends with the test',
    without: 'the tests of a cluster are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/cluster/machine.ts',
    argument: "'setpriv'",
    why: 'makes a machine of namespaces, which ends with the test',
    without: 'the tests of a cluster are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/cluster/machine.ts',
    argument: "'nsenter'",
    why: 'runs the programs of deploy/cluster/ in a machine',
    without: 'the tests of a cluster are skipped with this reason',
  },
  {
    path: 'apps/server/src/testing/pgbouncer.ts',
    argument: 'place',
    why: 'tries the program behind PgBouncer',
    without: 'the tests behind PgBouncer are skipped with this reason',
  },
  {
    path: 'apps/server/src/commands/integration.test.ts',
    argument: "'sh'",
    why: 'tries the commands of curl that a document has',
    without: 'these tests are skipped with this reason',
  },
  {
    path: 'e2e/support/nginx.ts',
    argument: "'nginx'",
    why: 'tries the sample of a configuration on the real program',
    without: 'the tests of the sample are skipped with this reason',
  },
  {
    path: 'bench/pgbench.ts',
    argument: 'program',
    why: 'measures a statement in PostgreSQL itself',
    without: 'the bench omits this measurement',
  },
];

const MODULE = /\bchild_process\b/;
const PLAIN_IMPORT = /^import (type )?\{([^}]*)\} from 'node:child_process';$/;
const TYPE_IN_COMMENT = /^\s*(\/\*\*|\*) .*import\('node:child_process'\)/;
const START =
  /(?<![.\w])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync)\)?\(\s*('[^']*'|"[^"]*"|`[^`]*`|[\w.]+)/g;
/** Node itself may be started anywhere. */
const isNode = /** @param {string} argument */ (argument) => ['process.execPath', 'node'].includes(argument);

/**
 * Programs that are started and not listed above, listed ones that are not started, and imports that would hide a
 * start from this rule. `fork` starts Node.
 * @param {SourceFile[]} files
 * @param {StartedProgram[]} listed
 * @returns {SearchResult[]}
 */
export function findStartedPrograms(files, listed = startedPrograms) {
  const starters = files.filter(
    ({ path, text }) => MODULE.test(text) && !path.startsWith('scripts/rules/started-programs'),
  );
  const started = starters.flatMap(startsIn);
  const isSame =
    /** @param {Pick<StartedProgram, 'path' | 'argument'>} one */
    (one) => /** @param {Pick<StartedProgram, 'path' | 'argument'>} other */ (other) =>
      one.path === other.path && one.argument === other.argument;
  return [
    ...starters.flatMap(hiddenImports),
    ...started
      .filter((start) => !listed.some(isSame(start)))
      .map(({ path, line, argument }) => ({
        path,
        line,
        message: `starts ${argument}: list it in scripts/rules/started-programs.mjs with the behaviour on a machine without it`,
      })),
    ...listed
      .filter((entry) => !started.some(isSame(entry)))
      .map(({ path, argument }) => ({ path, line: 1, message: `is listed as starting ${argument} and does not` })),
  ];
}

/** @param {SourceFile} file */
function startsIn({ path, text }) {
  return [...text.matchAll(START)]
    .map((match) => ({ path, line: lineAt(text, match.index), argument: match[1] ?? '' }))
    .filter(({ argument }) => !isNode(argument));
}

/**
 * @param {SourceFile} file
 * @returns {SearchResult[]}
 */
function hiddenImports({ path, text }) {
  return text.split('\n').flatMap((line, index) => {
    if (!MODULE.test(line) || TYPE_IN_COMMENT.test(line)) return [];
    const names = PLAIN_IMPORT.exec(line)?.[2];
    if (names !== undefined && !/\bas\b/.test(names)) return [];
    return [{ path, line: index + 1, message: 'imports child_process other than by the names of its functions' }];
  });
}

/** @param {string} text @param {number} index */
const lineAt = (text, index) => text.slice(0, index).split('\n').length;
