/** The house's own rules over the tree: one line for each finding. */
import { findBannedHabits } from './rules/banned-habits.mjs';
import { findDeadPaths } from './rules/document-paths.mjs';
import { findLongFiles } from './rules/file-length.mjs';
import { findUnknownIds } from './rules/requirement-ids.mjs';
import { findWireSpellings } from './rules/wire-spellings.mjs';
import { codePattern, listPaths, readTree } from './tree.mjs';

const code = readTree(codePattern);
const documents = readTree(/\.md$/);
const requirements = documents.find(({ path }) => path === 'docs/requirements.md');

const findings = [
  ...findWireSpellings(code),
  ...findBannedHabits(code),
  ...findLongFiles(code),
  ...findDeadPaths(documents, listPaths()),
  ...findUnknownIds(requirements?.text ?? '', code),
];
if (code.length === 0) findings.push({ path: '.', line: 0, message: 'no file was read at all' });

for (const { path, line, message } of findings) console.error(`${path}:${line} ${message}`);
console.log(`${code.length} files and ${documents.length} documents, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
