import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import type { Retriable } from '../../lib/use-retry.ts';
import { RecordDialog } from '../../list/record-dialog.tsx';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';

export interface PersonDialogProps
  extends Pick<DialogProps, 'title' | 'titleExtra' | 'subheader' | 'footer' | 'onClose'> {
  id: string;
  noun: 'user' | 'mechanic';
  /** Undefined while they load; null where no person has this id. */
  person: object | null | undefined;
  /** Loads the person when the list does not hold them. */
  query: Retriable;
  /** `panel` for the page that our server's people have (PEOP-01). */
  size?: 'steady' | 'panel';
  children: ReactNode;
}

/** The dialog of one customer or mechanic. */
export function PersonDialog({ id, noun, person, size = 'steady', ...dialog }: PersonDialogProps) {
  // A provider without single records has a person on the page of the list or nowhere.
  const isInListOnly = !isOwnServer();
  const isListLoading = useIsFetching() > 0 && isInListOnly;
  return (
    <RecordDialog
      {...dialog}
      copiedId={id}
      size={size}
      record={person === null && isListLoading ? undefined : person}
      error={{
        title: `Error Loading ${noun === 'user' ? 'User' : 'Mechanic'}`,
        message: `Failed to load ${noun}s`,
      }}
      missing={
        isInListOnly
          ? `This ${noun} is not on the page of the list that is shown. Search for them there.`
          : `There is no ${noun} with this id. They may have been deleted.`
      }
      skeleton={<DescriptionListSkeleton label={`Loading the ${noun}`} columns={[[6], [6]]} />}
    />
  );
}
