import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';

/** Technical details that few users need, such as hashes, collapsed under "Details". */
export const TechnicalDetails = ({ children }: { children: ReactNode }) => (
  <details>
    <summary className="min-h-9 w-fit cursor-pointer content-center font-medium text-ink-soft hover:text-ink touch:min-h-11">
      {t('Details')}
    </summary>
    <dl className="grid grid-cols-1">{children}</dl>
  </details>
);
