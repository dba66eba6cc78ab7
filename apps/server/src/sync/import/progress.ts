import cliProgress from 'cli-progress';

/** Where progress is shown. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How far an import is. */
export interface Progress {
  begin(fileName: string): void;
  advance(bytes: number, records: number): void;
  end(fileName: string, records: number): void;
  stop(): void;
}

const RECORDS_PER_LINE = 100_000;
const count = new Intl.NumberFormat('en-IN');

function bar(screen: Screen, totalBytes: number): Progress {
  const shown = new cliProgress.SingleBar({
    stream: screen as NodeJS.WritableStream,
    format: '{file} [{bar}] {percentage}% | {records} records | {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: true,
  });
  let bytes = 0;
  shown.start(Math.max(totalBytes, 1), 0, { file: '', records: '0' });
  return {
    begin: (file) => shown.update({ file, records: '0' }),
    advance: (more, records) => {
      bytes += more;
      shown.update(bytes, { records: count.format(records) });
    },
    end: () => undefined,
    stop: () => shown.stop(),
  };
}

function lines(screen: Screen): Progress {
  let current = '';
  let next = RECORDS_PER_LINE;
  return {
    begin: (file) => {
      current = file;
      next = RECORDS_PER_LINE;
    },
    advance: (_, records) => {
      if (records < next) return;
      screen.write(`${current}: ${count.format(records)} records\n`);
      next = records + RECORDS_PER_LINE;
    },
    end: (file, records) => screen.write(`${file}: ${count.format(records)} records, done\n`),
    stop: () => undefined,
  };
}

/** A bar on a terminal, plain lines elsewhere. */
export function showProgress(screen: Screen, totalBytes: number): Progress {
  return screen.isTTY === true ? bar(screen, totalBytes) : lines(screen);
}
