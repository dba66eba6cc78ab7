import { PageHeader } from '../../ui/page-header.tsx';
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** One's own account, a section for each part of it (TEAM-03). */
export function ProfileScreen() {
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <PageHeader title="Profile" subtitle="Your name, how you sign in and where you are signed in." />
      <NameSection />
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
    </div>
  );
}
