import type { Page } from '@wayside/contract/wire/paging';
import { useEffect, useState } from 'react';
import type { ListState } from './use-list-url.ts';

/**
 * Leads from a page beyond the last one to the last one: a deletion has emptied it, or the address is wrong (USER-06).
 * Once: a provider that counts wrongly would be asked for page after page.
 * @param page what the page `answered` holds
 * @param isAnswered whether that is the page that is asked for now
 * @returns whether it is on the way there, and has nothing to show until then
 */
export function useExistingPage<Row>(
  list: Pick<ListState<string>, 'view' | 'goToPage'>,
  page: Page<Row> | undefined,
  answered: { readonly page: number },
  isAnswered: boolean,
): boolean {
  const [leftPage, leave] = useState<number | null>(null);
  const last = Math.max(1, page?.pageCount ?? 0);
  const isBeyond = page !== undefined && page.rows.length === 0 && answered.page > last;
  const isLeaving = isBeyond && (leftPage === null || leftPage === answered.page);
  useEffect(() => {
    if (!isAnswered) return;
    if (!isBeyond) leave(null);
    else if (leftPage === null) {
      leave(answered.page);
      list.goToPage(last);
    }
  });
  return isLeaving;
}
