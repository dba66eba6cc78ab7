import type { Activity } from '@wayside/contract/activity';
import { capitalised, formatDateTime, orNotAvailable } from '../../lib/format.ts';
import { readChanges } from '../../people/activity-changes.ts';
import { entityNoun } from '../../people/activity-labels.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionList, Fact, LongFact } from '../../ui/description-list.tsx';
import { ActivitySentence, Actor } from './activity-parts.tsx';

const SHOWN_OF_HASH = 16;

function Hash({ hash }: { hash: string }) {
  return <CopyableId id={hash} shown={hash.slice(0, SHOWN_OF_HASH)} />;
}

/** The whole of a row of the activity log. */
export function ActivityDescription({ entry }: { entry: Activity }) {
  const place = Number(entry.id);
  const { kept, bare } = readChanges(entry.changes);
  return (
    <div className="grid grid-cols-1 gap-6">
      <DescriptionList title="Summary">
        <Fact label="What">
          <ActivitySentence entry={entry} />
        </Fact>
        <Fact label="When">{formatDateTime(entry.at)}</Fact>
        <Fact label="Who">
          <Actor entry={entry} />
        </Fact>
        <Fact label="From">
          <span className="numeric">{orNotAvailable(entry.address)}</span>
        </Fact>
        {entry.entityId && (
          <Fact label={`${capitalised(entityNoun(entry.entity))} ID`}>
            <CopyableId id={entry.entityId} shown={entry.entityId} />
          </Fact>
        )}
        {entry.note && <LongFact label="Remarks">{entry.note}</LongFact>}
      </DescriptionList>
      {entry.changes.length > 0 && (
        <DescriptionList title="Changes">
          {kept.map(({ label, text }) => (
            <Fact key={label} label={label} align="end">
              {text}
            </Fact>
          ))}
          {bare && <LongFact label="The log does not keep the values of">{bare}</LongFact>}
        </DescriptionList>
      )}
      <DescriptionList title="Place in the Chain">
        <Fact label={`Row ${place}`}>
          <Hash hash={entry.hash} />
        </Fact>
        <Fact label={place > 1 ? `Continues row ${place - 1}` : 'Begins the chain'}>
          <Hash hash={entry.previousHash} />
        </Fact>
      </DescriptionList>
    </div>
  );
}
