/** Checks the tree against the repository's rules and prints one line per result. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMapDifferences } from './rules/architecture-map.mjs';
import { findBannedHabits } from './rules/banned-habits.mjs';
import { findCatalogueGaps } from './rules/catalogue.mjs';
import { findDeadAnchors, findDeadPaths } from './rules/document-paths.mjs';
import {
  findOtherStart,
  findUndocumentedCommands,
  findUndocumentedSettings,
} from './rules/documented-interface.mjs';
import { findLongFiles } from './rules/file-length.mjs';
import { findLockingMigrations } from './rules/migration-locks.mjs';
import { findUnknownIds } from './rules/requirement-ids.mjs';
import { findUntestedCommands } from './rules/tested-commands.mjs';
import { findWireSpellings } from './rules/wire-spellings.mjs';
import { readSentences } from './sentences.mjs';
import { codePattern, listPaths, readTree, root } from './tree.mjs';

const code = readTree(codePattern);
const documents = readTree(/\.md$/);
const otherText = readTree(/\.(sql|css|html|sh|conf|service)$/);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const UNIT = 'deploy/systemd/wayside.service';

/** @param {string} path */
const textOf = (path) => [...code, ...documents, ...otherText].find((file) => file.path === path)?.text ?? '';

const languages = readTree(/^apps\/web\/src\/languages\/\w+\.json$/);

const results = [
  ...findWireSpellings(code),
  ...findBannedHabits(code),
  ...findCatalogueGaps([...code, ...languages], await readSentences()),
  ...findLongFiles(code),
  ...(await findLockingMigrations(otherText)),
  ...findDeadPaths(documents, listPaths()),
  ...findDeadAnchors(documents),
  ...findMapDifferences(textOf('ARCHITECTURE.md'), listPaths(), textOf),
  ...findUnknownIds(textOf('docs/requirements.md'), code),
  ...findUndocumentedCommands(documents, Object.keys(scripts)),
  ...findUntestedCommands(
    documents.filter(({ path }) => path !== 'CHANGELOG.md'),
    listPaths(),
  ),
  ...findUndocumentedSettings(textOf('docs/settings.md'), textOf('apps/server/src/settings.ts')),
  ...findOtherStart({ path: UNIT, text: textOf(UNIT) }, scripts.start),
];
if (code.length === 0) results.push({ path: '.', line: 0, message: 'no file was read at all' });

for (const { path, line, message } of results) console.error(`${path}:${line} ${message}`);
console.log(`${code.length} files and ${documents.length} documents, ${results.length} results`);
process.exitCode = results.length === 0 ? 0 : 1;
