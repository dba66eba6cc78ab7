import { useMutation } from '@tanstack/react-query';
import { exportCloses } from '@wayside/contract/closes';
import { downloadTable } from '../../lib/download.ts';
import { toast, whileLoading } from '../../ui/toast.ts';

/** Downloads what `npm run verify-close` proves (CLOS-03). */
export function useCloseExport() {
  return useMutation({
    mutationFn: (query: { readonly from: string; readonly to: string }) =>
      whileLoading(
        'Exporting...',
        downloadTable(exportCloses, { query, fileName: `closes-${query.from}.txt`, onDownload: () => undefined }),
      ),
    onSuccess: ({ name }) => toast({ tone: 'success', title: `${name} downloaded` }),
  });
}
