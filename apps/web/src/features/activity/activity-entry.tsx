import { Link } from '@tanstack/react-router';
import type { Activity } from '@wayside/contract/activity';
import { richText } from '../../languages/rich-text.ts';
import { t } from '../../languages/text.ts';
import { PersonLink } from '../people/person-link.tsx';
import { personKind, recordName, sentenceOf } from './activity-labels.ts';

/** Shows an activity entry as text, such as "Blocked Ravi Kumar", with a link to the person. */
export function ActivitySentence({ entry }: { entry: Activity }) {
  const person = personKind(entry.entity);
  const record =
    person && entry.entityName ? (
      <PersonLink
        person={{ id: entry.entityId, name: entry.entityName, phone: null, email: null }}
        as={person}
        isWhole
        className="font-medium"
      />
    ) : (
      <span className="font-medium">{recordName(entry)}</span>
    );
  return richText(sentenceOf(entry.action), { record });
}

/** Shows the administrator, or the command line, as a link to all of their entries. */
export function Actor({ entry: { action, actorId, actorEmail } }: { entry: Activity }) {
  if (!actorId) return action === 'sign_in_failed' ? t('Unknown user') : t('Command line');
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
