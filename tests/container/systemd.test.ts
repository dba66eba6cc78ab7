import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../apps/server/src/settings.ts';
import { readEnvironment } from '../cluster/unit-file.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const UNITS = [
  'deploy/systemd/wayside.service',
  'deploy/systemd/wayside-backup.service',
  'deploy/systemd/wayside-backup.timer',
  'deploy/cluster/wayside-disk.service',
];
const hasSystemd = ['systemctl', 'systemd-analyze'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/**
 * Runs a program and waits for it to end. An unknown key or a missing command in a unit only causes a warning with
 * status 0.
 */
function runProgram(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: repository, encoding: 'utf8' });
  return { status, stdout, stderr };
}

// If the machine has no systemd, only backup-server.test.ts and the cluster tests run the commands of the units.
describe.skipIf(!hasSystemd)('[SHIP-03, OPER-05, OPER-06] the systemd units', () => {
  it.each(UNITS)('include %s, which has only keys that systemd knows and commands that exist', (unit) => {
    const checked = runProgram('systemd-analyze', 'verify', '--man=no', join(repository, unit));
    expect(checked).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('make a backup at a fixed time each night', () => {
    const timer = readFileSync(join(repository, 'deploy/systemd/wayside-backup.timer'), 'utf8');
    const calendars = [...timer.matchAll(/^OnCalendar=(.*)$/gm)].map(([, calendar = '']) => calendar);
    expect(calendars).toHaveLength(1);
    const { stdout } = runProgram('systemd-analyze', 'calendar', '--iterations=3', calendars.join());
    const times = [...stdout.matchAll(/\b(\d\d:\d\d:\d\d) \S+$/gm)].map(([, time]) => time);
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect(new Set(times).size).toBe(1);
  });

  it('are installed with the commands in docs/operations.md', () => {
    const page = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
    const commandsBelow = (heading: string) =>
      new RegExp(`^#+ ${heading}\\n[\\s\\S]*?^\`\`\`sh\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1]?.split('\n') ??
      [];
    // The cluster tests run these commands.
    const typedThere = commandsBelow('Packages');
    const commands = [...commandsBelow('One machine'), ...commandsBelow('By a timer')].filter(
      (line) => !typedThere.includes(line),
    );
    expect(commands).toEqual(expect.arrayContaining(['systemctl enable --now wayside', 'systemctl daemon-reload']));
    const root = mkdtempSync(join(tmpdir(), 'wayside-units-'));
    for (const folder of ['etc/systemd/system', 'etc/wayside']) mkdirSync(join(root, folder), { recursive: true });
    // In a folder, as in an image, no manager is running that could start a unit or reload units and logs.
    const inFolder = commands
      .filter((line) => !/^(systemctl daemon-reload|journalctl .*)$/.test(line))
      .join('\n')
      .replaceAll(' /etc/', ` ${root}/etc/`)
      .replaceAll('systemctl enable --now', `systemctl --root=${root} enable`);
    execFileSync('sh', ['-e', '-c', inFolder], { cwd: repository, stdio: 'pipe' });
    const wanted = (target: string) => readdirSync(join(root, `etc/systemd/system/${target}.target.wants`));
    expect([wanted('multi-user'), wanted('timers')]).toEqual([['wayside.service'], ['wayside-backup.timer']]);
    const environment = readEnvironment(readFileSync(join(root, 'etc/wayside/wayside.env'), 'utf8'));
    expect(readSettings(environment)).toMatchObject({ demo: false, trustProxy: ['loopback'] });
    rmSync(root, { recursive: true });
  });
});
