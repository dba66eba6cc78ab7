import { EXPORT_FORMATS, type ExportFormat } from '@wayside/contract/wire/list-endpoints';
import { Ellipsis, FileDown, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Message, msg, plural, t, verbatim } from '../languages/text.ts';
import { call } from '../lib/api.ts';
import { failureText, isCancelled } from '../lib/api-error.ts';
import { isOwnServer } from '../lib/config.ts';
import type { Downloaded } from '../lib/download.ts';
import { useMay } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { startLoading } from '../ui/toast.ts';
import type { ListExport } from './list-export.ts';
import { printPage } from './print-button.tsx';

interface RunExportInput {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  readonly onDownload: (downloaded: Downloaded) => void;
}

/**
 * Exports a list to a file. @returns the name of the file, with the number of selected rows that no longer exist
 * @throws ApiError, or the abort reason
 */
async function runExport(
  { name, selected, call: callOf }: ListExport,
  { format, ...input }: RunExportInput,
): Promise<string> {
  const [calls, { downloadTable }] = await Promise.all([
    import('@wayside/contract/exports'),
    import('../lib/download.ts'),
  ]);
  const { endpoint, query } = callOf(calls);
  const selection = selected && (await call(calls.createSelection, { body: selected, signal: input.signal })).id;
  const { name: saved, rows } = await downloadTable(endpoint, {
    ...input,
    query: { ...query, ...(selection ? { selection } : {}), format },
    fileName: `${name}.${format}`,
  });
  const missing = (selected?.ids.length ?? rows) - rows;
  // The user must learn about excluded rows (VIEW-07).
  return missing > 0
    ? t('{file}, without {missing} selected rows that no longer exist', { file: saved, missing })
    : saved;
}

const FORMAT_LABELS: Readonly<Record<ExportFormat, Message>> = { csv: verbatim('CSV'), xlsx: msg('Excel (XLSX)') };
const NOTHING_SAVED = msg('No file was saved.');

export interface ExportMenuProps {
  label?: string;
  /** The export of the list; undefined if the list can only be printed. */
  list: ListExport | undefined;
  hasPrint?: boolean;
  disabled?: boolean;
  total?: number | undefined;
}

/** Menu that exports the filtered rows, with progress and cancellation (VIEW-08), and prints them (VIEW-09). */
export function ExportMenu({
  label = t('Export'),
  list,
  total,
  disabled = false,
  hasPrint = true,
}: ExportMenuProps) {
  const may = useMay();
  const [downloaded, setDownloaded] = useState<Downloaded | null>(null);
  const giving = useRef<AbortController | null>(null);
  if (!isOwnServer()) return null;
  if (!list || !may(list.permission))
    return hasPrint ? (
      <MenuButton
        label={t('More actions')}
        icon={<Ellipsis className="size-4" />}
        entries={[{ label: t('Print'), icon: <Printer aria-hidden="true" />, onSelect: printPage }]}
      />
    ) : null;

  const start = async (format: ExportFormat) => {
    giving.current = new AbortController();
    const { signal } = giving.current;
    setDownloaded({ share: 0, bytes: 0 });
    const endLoading = startLoading(t('Exporting...'));
    try {
      const saved = await runExport(list, { format, signal, onDownload: setDownloaded });
      endLoading({ tone: 'success', title: t('Export saved'), description: saved });
    } catch (error) {
      const message = failureText(error, t('The export was interrupted. Please try again.'));
      if (signal.aborted) endLoading({ tone: 'info', title: t('Export cancelled'), description: t(NOTHING_SAVED) });
      else if (isCancelled(error)) endLoading(null);
      else endLoading({ tone: 'error', title: t('Export failed'), description: `${message} ${t(NOTHING_SAVED)}` });
    } finally {
      setDownloaded(null);
    }
  };
  if (downloaded === null)
    return (
      <MenuButton
        label={label}
        isText
        disabled={disabled}
        icon={<FileDown className="size-4" />}
        note={total === undefined ? undefined : plural(total, '{count} row', '{count} rows')}
        entries={[
          ...EXPORT_FORMATS.map((format) => ({
            label: t(FORMAT_LABELS[format]),
            onSelect: () => void start(format),
          })),
          ...(hasPrint ? [{ label: t('Print'), onSelect: printPage }] : []),
        ]}
      />
    );
  const { share, bytes } = downloaded;
  return (
    <Button aria-label={t('Cancel the export')} onClick={() => giving.current?.abort()}>
      <progress
        aria-label={t('Export')}
        max={1}
        {...(share === null ? {} : { value: share })}
        className="h-1.5 w-20 accent-accent"
      />
      <span className="numeric">
        {share === null ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.floor(share * 100)} %`}
      </span>
      <span>{t('Cancel')}</span>
    </Button>
  );
}
