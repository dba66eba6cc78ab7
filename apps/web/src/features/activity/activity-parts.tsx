import { Link } from '@tanstack/react-router';
import type { Activity } from '@wayside/contract/activity';
import { aroundSubject, personKind, subjectOf } from '../../people/activity-labels.ts';
import { PersonLink } from '../../people/person-link.tsx';

/** "Blocked Ravi Kumar"; the name leads to that person. */
export function ActivitySentence({ entry }: { entry: Activity }) {
  const [before, behind] = aroundSubject(entry.action);
  const person = personKind(entry.entity);
  return (
    <>
      {before}
      {person && entry.entityName ? (
        <PersonLink
          person={{ id: entry.entityId, name: entry.entityName, phone: null, email: null }}
          as={person}
          isWhole
          className="font-medium"
        />
      ) : (
        <span className="font-medium">{subjectOf(entry)}</span>
      )}
      {behind}
    </>
  );
}

/** Who did it; leads to all that they did. */
export function Actor({ entry: { actorId, actorEmail } }: { entry: Activity }) {
  if (!actorId) return 'A command on the server';
  return (
    <Link
      to="/activity"
      search={{ actor: actorId }}
      className="underline-offset-2 hover:text-accent-text hover:underline"
    >
      {actorEmail ?? actorId}
    </Link>
  );
}
