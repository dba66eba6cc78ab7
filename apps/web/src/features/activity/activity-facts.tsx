import type { Activity } from '@wayside/contract/activity';
import { capitalised, formatDateTime, orNotAvailable } from '../../lib/format.ts';
import { readChanges } from '../../people/deed-changes.ts';
import { entityNoun } from '../../people/deed-words.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Fact, Facts, LongFact } from '../../ui/facts.tsx';
import { Actor, DeedSentence } from './deed-parts.tsx';

const SHOWN_OF_HASH = 16;

function Hash({ hash }: { hash: string }) {
  return <CopyableId id={hash} shown={hash.slice(0, SHOWN_OF_HASH)} />;
}

/** The whole of a row of the activity log. */
export function ActivityFacts({ deed }: { deed: Activity }) {
  const place = Number(deed.id);
  const { kept, bare } = readChanges(deed.changes);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts title="Summary">
        <Fact label="What">
          <DeedSentence deed={deed} />
        </Fact>
        <Fact label="When">{formatDateTime(deed.at)}</Fact>
        <Fact label="Who">
          <Actor deed={deed} />
        </Fact>
        <Fact label="From">
          <span className="numeric">{orNotAvailable(deed.address)}</span>
        </Fact>
        {deed.entityId && (
          <Fact label={`${capitalised(entityNoun(deed.entity))} ID`}>
            <CopyableId id={deed.entityId} shown={deed.entityId} />
          </Fact>
        )}
        {deed.note && <LongFact label="Remarks">{deed.note}</LongFact>}
      </Facts>
      {deed.changes.length > 0 && (
        <Facts title="Changes">
          {kept.map(({ label, text }) => (
            <Fact key={label} label={label} align="end">
              {text}
            </Fact>
          ))}
          {bare && <LongFact label="The log does not keep the values of">{bare}</LongFact>}
        </Facts>
      )}
      <Facts title="Place in the Chain">
        <Fact label={`Row ${place}`}>
          <Hash hash={deed.hash} />
        </Fact>
        <Fact label={place > 1 ? `Continues row ${place - 1}` : 'Begins the chain'}>
          <Hash hash={deed.previousHash} />
        </Fact>
      </Facts>
    </div>
  );
}
