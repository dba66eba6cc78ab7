import { useQuery } from '@tanstack/react-query';
import type { Activity } from '@wayside/contract/activity';
import { t } from '../../languages/text.ts';
import { capitalise, formatDateTime, orNotAvailable } from '../../lib/format.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import {
  DescriptionItem,
  DescriptionList,
  DescriptionListSkeleton,
  LongDescriptionItem,
} from '../../ui/description-list.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { IdItem } from '../people/person-items.tsx';
import { ActivitySentence, Actor } from './activity-entry.tsx';
import { entityNoun, readChanges } from './activity-labels.ts';
import { activityRowQuery } from './activity-queries.ts';

export function ActivityDetails({ id, row, onClose }: RecordDetailsProps<Activity>) {
  const query = useQuery({ ...activityRowQuery(id), enabled: row === undefined });
  const entry = row ?? query.data;
  return (
    <RecordDialog
      title={t('Activity #{id}', { id })}
      record={entry}
      query={query}
      error={{ title: t('Error Loading Activity'), message: t('Failed to load activity. Please try again.') }}
      missing={t('There is no activity with this number.')}
      skeleton={<DescriptionListSkeleton label={t('Loading the activity')} columns={[[5, 1, 2]]} />}
      onClose={onClose}
    >
      {entry && <ActivityDescription entry={entry} />}
    </RecordDialog>
  );
}

const SHOWN_HASH_LENGTH = 16;

function Hash({ hash }: { hash: string }) {
  return <CopyableId id={hash} shown={hash.slice(0, SHOWN_HASH_LENGTH)} />;
}

function ActivityDescription({ entry }: { entry: Activity }) {
  const position = Number(entry.id);
  const { described, bare } = readChanges(entry.changes);
  return (
    <div className="grid grid-cols-1 gap-6">
      <DescriptionList title={t('Summary')}>
        <DescriptionItem label={t('Action')}>
          <ActivitySentence entry={entry} />
        </DescriptionItem>
        <DescriptionItem label={t('When')}>{formatDateTime(entry.at)}</DescriptionItem>
        <DescriptionItem label={t('Who')}>
          <Actor entry={entry} />
        </DescriptionItem>
        <DescriptionItem label={t('From | address')}>
          <span translate="no" className="numeric">
            {orNotAvailable(entry.address)}
          </span>
        </DescriptionItem>
        {entry.entityId && (
          <IdItem label={t('{record} ID', { record: capitalise(entityNoun(entry.entity)) })} id={entry.entityId} />
        )}
        {entry.note && <LongDescriptionItem label={t('Remarks')}>{entry.note}</LongDescriptionItem>}
      </DescriptionList>
      {entry.changes.length > 0 && (
        <DescriptionList title={t('Changes')}>
          {described.map(({ label, text }) => (
            <DescriptionItem key={label} label={label}>
              <span className="numeric">{text}</span>
            </DescriptionItem>
          ))}
          {bare && (
            <LongDescriptionItem label={t('The log does not store the values of')}>{bare}</LongDescriptionItem>
          )}
        </DescriptionList>
      )}
      <TechnicalDetails>
        {entry.requestId && <IdItem label={t('Request | to the server')} id={entry.requestId} />}
        <DescriptionItem label={t('Row {position}', { position: String(position) })}>
          <Hash hash={entry.hash} />
        </DescriptionItem>
        <DescriptionItem
          label={
            position > 1 ? t('Continues row {position}', { position: String(position - 1) }) : t('Starts the chain')
          }
        >
          <Hash hash={entry.previousHash} />
        </DescriptionItem>
      </TechnicalDetails>
    </div>
  );
}
