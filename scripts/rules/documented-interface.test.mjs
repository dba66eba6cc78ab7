import { expect, it } from 'vitest';
import { findOtherStart, findUndocumentedCommands, findUndocumentedSettings } from './documented-interface.mjs';

it('finds a command that package.json lacks and a script that docs/commands.md omits', () => {
  const documents = [{ path: 'docs/commands.md', text: 'Use `npm start` and `npm run gone`, after npm ci.' }];
  const found = findUndocumentedCommands(documents, ['start', 'missing']).map(({ message }) => message);
  expect(found).toEqual([
    'names the command gone, which package.json does not have',
    'does not name the command missing',
  ]);
});

it('finds a setting that docs/settings.md omits and one that nothing reads', () => {
  const page =
    '# X\n\n## Settings\n\n| name | meaning |\n|---|---|\n| `PORT`, `GONE` | `ELSEWHERE` |\n\n## Further\n';
  const found = findUndocumentedSettings(page, "{ port: variable('PORT', 1), missing: secret(\n'MISSING') }").map(
    ({ message }) => message,
  );
  expect(found).toEqual(['does not list the setting MISSING', 'lists the setting GONE, which nothing reads']);
});

it('finds a unit that starts the program without the flags of npm start', () => {
  /** @param {string} command */
  const unit = (command) => ({ path: 'x.service', text: `[Service]\nExecStart=/usr/bin/env ${command}\n` });
  expect(findOtherStart(unit('node --flag bin/x.cjs start'), 'exec node --flag bin/x.cjs start')).toEqual([]);
  expect(findOtherStart(unit('node bin/x.cjs start'), 'exec node --flag bin/x.cjs start')).toEqual([
    { path: 'x.service', line: 2, message: 'does not start the program by "exec node --flag bin/x.cjs start"' },
  ]);
});
