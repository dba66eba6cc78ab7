import { Link } from '@tanstack/react-router';
import type { Activity } from '@wayside/contract/activity';
import { aroundSubject, personKind, subjectOf } from '../../people/deed-words.ts';
import { PersonLink } from '../../people/person-link.tsx';

/** "Blocked Ravi Kumar"; the name leads to that person. */
export function DeedSentence({ deed }: { deed: Activity }) {
  const [before, behind] = aroundSubject(deed.action);
  const person = personKind(deed.entity);
  return (
    <>
      {before}
      {person && deed.entityName ? (
        <PersonLink
          person={{ id: deed.entityId, name: deed.entityName, phone: null, email: null }}
          as={person}
          isWhole
          className="font-medium"
        />
      ) : (
        <span className="font-medium">{subjectOf(deed)}</span>
      )}
      {behind}
    </>
  );
}

/** Who did it; leads to all that they did. */
export function Actor({ deed: { actorId, actorEmail } }: { deed: Activity }) {
  if (!actorId) return 'A command on the server';
  return (
    <Link
      to="/activity"
      search={{ actor: actorId } as never}
      className="underline-offset-2 hover:text-accent-text hover:underline"
    >
      {actorEmail ?? actorId}
    </Link>
  );
}
