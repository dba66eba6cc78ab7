import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

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

/** Runs a program to its end; a unit with an unknown key or a command that does not exist is a warning of status 0. */
function outputOf(program: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: repository, encoding: 'utf8' });
  return { status, stdout, stderr };
}

// Without systemd on the machine, only backup-server.test.ts and the tests of the cluster run the commands of the units.
describe.skipIf(!hasSystemd)('[SHIP-03, OPER-05, OPER-06] the units of systemd', () => {
  it.each(UNITS)('%s has only keys that systemd knows and commands that exist', (unit) => {
    const checked = outputOf('systemd-analyze', 'verify', '--man=no', join(repository, unit));
    expect(checked).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('make a backup at one time of each night', () => {
    const timer = readFileSync(join(repository, 'deploy/systemd/wayside-backup.timer'), 'utf8');
    const calendars = [...timer.matchAll(/^OnCalendar=(.*)$/gm)].map(([, calendar = '']) => calendar);
    expect(calendars).toHaveLength(1);
    const { stdout } = outputOf('systemd-analyze', 'calendar', '--iterations=3', calendars.join());
    const times = [...stdout.matchAll(/\b(\d\d:\d\d:\d\d) \S+$/gm)].map(([, time]) => time);
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect(new Set(times).size).toBe(1);
  });

  it('are installed by the commands of docs/operations.md', () => {
    const root = mkdtempSync(join(tmpdir(), 'wayside-units-'));
    mkdirSync(join(root, 'etc/systemd/system'), { recursive: true });
    const page = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
    const [, commands = ''] = /^### By a timer\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(page) ?? [];
    expect(commands).toContain('systemctl daemon-reload\n');
    // In a folder, as in an image, there is no manager that could start a unit or read them again.
    const inFolder = commands
      .replace('systemctl daemon-reload\n', '')
      .replaceAll(' /etc/', ` ${root}/etc/`)
      .replaceAll('systemctl enable --now', `systemctl --root=${root} enable`);
    execFileSync('sh', ['-e', '-c', inFolder], { cwd: repository, stdio: 'pipe' });
    expect(readdirSync(join(root, 'etc/systemd/system/timers.target.wants'))).toEqual(['wayside-backup.timer']);
    rmSync(root, { recursive: true });
  });
});
