import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { FileDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureText, isCancelled } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';
import { downloadTable } from '../lib/download.ts';
import { useMay } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { startLoading } from '../ui/toast.ts';

export interface ExportButtonProps<Q> {
  endpoint: Endpoint<Record<string, never>, Q, null, string>;
  /** The filters of the screen, which also apply to the export. */
  query: Q;
  /** Without extension; used if the server names no file. */
  fileName: string;
}

const NOTHING_SAVED = 'No file was saved.';

/** Exports the filtered rows as CSV and shows the progress; a second press cancels. An extension of our own server. */
export function ExportButton<Q>({ endpoint, query, fileName }: ExportButtonProps<Q>) {
  const mayExport = useMay()(endpoint);
  const [progress, setProgress] = useState<number | null>(null);
  const giving = useRef<AbortController | null>(null);
  if (!hasExtension('export') || !mayExport) return null;

  const start = async () => {
    giving.current = new AbortController();
    const { signal } = giving.current;
    setProgress(0);
    const endLoading = startLoading('Exporting...');
    try {
      const saved = await downloadTable(endpoint, {
        query,
        signal,
        fileName,
        onProgress: setProgress,
      });
      endLoading({ tone: 'success', title: 'Export saved', description: saved });
    } catch (error) {
      const said = failureText(error, 'The table did not come whole. Please try again.');
      if (signal.aborted) endLoading({ tone: 'info', title: 'Export cancelled', description: NOTHING_SAVED });
      else if (isCancelled(error)) endLoading(null);
      else endLoading({ tone: 'error', title: 'Export failed', description: `${said} ${NOTHING_SAVED}` });
    } finally {
      setProgress(null);
    }
  };
  if (progress === null)
    return (
      <Button icon={<FileDown className="size-4" />} onClick={() => void start()}>
        Export CSV
      </Button>
    );
  return (
    <Button aria-label="Cancel the export" onClick={() => giving.current?.abort()}>
      <progress aria-label="Export" value={progress} max={1} className="h-1.5 w-20 accent-accent" />
      <span className="numeric">{Math.floor(progress * 100)} %</span>
      <span>Cancel</span>
    </Button>
  );
}
