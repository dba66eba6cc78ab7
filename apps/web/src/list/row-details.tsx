import type { ReactNode } from 'react';
import { LongFact } from '../ui/description-list.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface RowDetailsProps {
  title: string;
  /** The columns of the table with their content. */
  facts: readonly { readonly label: string; readonly content: ReactNode }[];
  onClose: () => void;
}

/** All columns of a row on a phone, for a list without details (FMT-06). Nothing is truncated here. */
export function RowDetails({ title, facts, onClose }: RowDetailsProps) {
  return (
    <Dialog title={title} isText onClose={onClose}>
      <dl
        translate="no"
        className="grid grid-cols-1 [&_.line-clamp-2]:line-clamp-none [&_.truncate]:whitespace-normal"
      >
        {facts.map(({ label, content }) => (
          <LongFact key={label} label={label}>
            {content}
          </LongFact>
        ))}
      </dl>
    </Dialog>
  );
}
