import { ROLES, type Role } from '@wayside/contract/roles';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { roleHint, roleName } from '../../lib/role-hints.ts';
import { cn } from '../../ui/cn.ts';
import { FailureText } from '../../ui/failure-text.tsx';

export interface DemoLoginProps {
  /** Resolves to null on success, otherwise to an error message. Never rejects. */
  readonly signIn: (role: Role) => Promise<string | null>;
  readonly onSignedIn: () => void;
}

/** Sign-in buttons of a public demo, one for each role (SHIP-06). */
export function DemoLogin({ signIn, onSignedIn }: DemoLoginProps) {
  const [pendingRole, setPendingRole] = useState<Role | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (role: Role) => {
    if (pendingRole !== null) return;
    setPendingRole(role);
    setFailure(null);
    const response = await signIn(role);
    setPendingRole(null);
    setFailure(response);
    if (response === null) onSignedIn();
  };
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        {t('Choose a role. Other visitors see your changes until the next reset, so enter no private data.')}
      </p>
      <ul aria-label={t('Roles')} className="grid gap-2">
        {ROLES.map((role) => (
          <li key={role}>
            <button
              type="button"
              aria-describedby={`hint-${role}`}
              aria-busy={pendingRole === role || undefined}
              aria-disabled={pendingRole !== null || undefined}
              onClick={() => void choose(role)}
              className={cn(
                'grid w-full gap-0.5 rounded-md px-3 py-2 text-left ring-1 ring-line-strong/50 ring-inset transition-colors',
                'hover:bg-hover aria-disabled:opacity-60',
              )}
            >
              <span className="font-medium">{roleName(role)}</span>
              <span id={`hint-${role}`} aria-hidden="true" className="text-sm text-ink-soft">
                {roleHint(role)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <FailureText>{failure}</FailureText>
    </div>
  );
}
