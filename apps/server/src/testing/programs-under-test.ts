import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { buildProgram, type Program, startProgram } from './program.ts';

/** The password of the administrator. */
export const PASSWORD = 'a password of before';

/**
 * Builds the server for the tests of a file and creates a folder for their data; "data" in it is the data directory.
 * @param isKept servers continue to run after the test that started them, until the end of the file
 */
export function programsUnderTest({ isKept = false, environment = { ADMIN_PASSWORD: PASSWORD } as object } = {}) {
  let folder = '';
  const running: Program[] = [];
  const stopAll = async () => {
    for (const program of running.splice(0)) await program.stop();
  };
  beforeAll(async () => {
    buildProgram();
    folder = await mkdtemp(join(tmpdir(), 'wayside-programs-'));
  }, 300_000);
  if (!isKept) afterEach(stopAll);
  afterAll(async () => {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  });

  const path = (...names: string[]) => join(folder, ...names);
  /** Starts the server, or a command with other arguments. */
  const start = (other: Record<string, string> = {}, words = ['start']): Program => {
    const program = startProgram({ DATA_DIR: path('data'), ...environment, ...other }, { words });
    running.push(program);
    return program;
  };
  return {
    path,
    start,
    /** Runs a command until it ends. */
    run: async (words: string[], other: Record<string, string> = {}) => {
      const program = start(other, words);
      return { code: await program.ended(), stdout: program.stdout(), stderr: program.stderr() };
    },
  };
}
