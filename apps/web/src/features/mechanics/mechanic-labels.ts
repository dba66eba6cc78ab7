import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { stripUnknownPrefix } from '@wayside/contract/wire/fields';
import { joined, type Message, msg, plural, t, verbatim } from '../../languages/text.ts';
import { formatCoordinates, formatRupees, notAvailable, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';
import { personName } from '../people/person-link.tsx';

export const STATUS_LABELS: Readonly<Record<string, StatusLabel>> = {
  pending: { label: msg('Pending'), tone: 'warning' },
  sent_for_verification: { label: msg('Sent for Verification'), tone: 'info' },
  resent_for_verification: { label: msg('Resend for Verification'), tone: 'info' },
  approved: { label: msg('Approved'), tone: 'success' },
  rejected: { label: msg('Rejected'), tone: 'danger' },
};

export function statusLabel(status: Mechanic['status']): StatusLabel {
  const statusText = orNotAvailable(status);
  return lookUp(STATUS_LABELS, statusText) ?? { label: verbatim(stripUnknownPrefix(statusText)), tone: 'neutral' };
}

/** Returns the years of experience: "8 years", or N/A (MECH-02). */
export function experience({ shop }: Pick<Mechanic, 'shop'>): string {
  const years = shop?.experienceYears ?? null;
  if (years === null) return notAvailable();
  return plural(years, '{count} year', '{count} years');
}

/** Returns the hourly charge: "₹400 per hour", or N/A (MECH-04). */
export function formatHourlyCharge({ shop }: Pick<Mechanic, 'shop'>): string {
  const paise = shop?.perHourPaise ?? null;
  return paise === null ? notAvailable() : t('{amount} per hour', { amount: formatRupees(paise) });
}

/** Returns the shop's location as coordinates and as text. Null if it is unknown (MECH-03). */
export function shopLocation({ shop }: Pick<Mechanic, 'shop'>) {
  if (!shop || shop.latitude === null || shop.longitude === null) return null;
  const { latitude, longitude } = shop;
  return { latitude, longitude, text: formatCoordinates(latitude, longitude) };
}

interface DecisionLabels {
  readonly verb: Message;
  readonly pending: Message;
  readonly remarks: Message;
  readonly hint: Message | undefined;
  readonly failed: Message;
  readonly tone: 'primary' | 'danger';
  /** For example "Approve Ravi Kumar?" */
  readonly title: (name: string) => string;
  readonly doing: (name: string) => string;
  readonly soon: (name: string) => string;
  readonly countdown: (name: string, seconds: number) => string;
  /** For example "Ravi Kumar is approved" */
  readonly done: (name: string) => string;
}

export const DECISION_LABELS: Readonly<Record<Decision, DecisionLabels>> = {
  approved: {
    verb: msg('Approve'),
    pending: msg('Approving...'),
    remarks: msg('Remarks (optional)'),
    hint: undefined,
    failed: msg('Failed to approve mechanic'),
    tone: 'primary',
    title: (name) => t('Approve {name}?', { name }),
    doing: (name) => t('Approving {name}', { name }),
    soon: (name) => t('Approving {name} in 10 seconds unless you undo it.', { name }),
    countdown: (name, seconds) => t('Approving {name} in {seconds} s', { name, seconds }),
    done: (name) => t('{name} is approved', { name }),
  },
  rejected: {
    verb: msg('Reject'),
    pending: msg('Rejecting...'),
    remarks: msg('Remarks'),
    hint: msg('State what is wrong. It is stored in the history.'),
    failed: msg('Failed to reject mechanic'),
    tone: 'danger',
    title: (name) => t('Reject {name}?', { name }),
    doing: (name) => t('Rejecting {name}', { name }),
    soon: (name) => t('Rejecting {name} in 10 seconds unless you undo it.', { name }),
    countdown: (name, seconds) => t('Rejecting {name} in {seconds} s', { name, seconds }),
    done: (name) => t('{name} is rejected', { name }),
  },
  resent_for_verification: {
    verb: msg('Ask again'),
    pending: msg('Requesting...'),
    remarks: msg('Remarks'),
    hint: msg('State what to send again. It is stored in the history.'),
    failed: msg('Failed to request resubmission'),
    tone: 'primary',
    title: (name) => t('Request resubmission from {name}?', { name }),
    doing: (name) => t('Requesting resubmission from {name}', { name }),
    soon: (name) => t('Requesting resubmission from {name} in 10 seconds unless you undo it.', { name }),
    countdown: (name, seconds) => t('Requesting resubmission from {name} in {seconds} s', { name, seconds }),
    done: (name) => t('Resubmission requested from {name}', { name }),
  },
};

export const needsRemarks = (decision: Decision): boolean => decision !== 'approved';

const DOCUMENT_NAMES = ['aadhaarCard', 'profilePhoto', 'shopPhoto'] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

/** Names of the documents for use inside a sentence. */
const DOCUMENT_NOUNS: Readonly<Record<DocumentName, Message>> = {
  aadhaarCard: msg('Aadhaar card'),
  profilePhoto: msg('profile photo'),
  shopPhoto: msg('shop photo'),
};

export const missingDocuments = ({ documents }: Pick<Mechanic, 'documents'>): DocumentName[] =>
  DOCUMENT_NAMES.filter((name) => !documents?.[name]);

/** Returns a warning for each missing part of an application (WORK-05). */
export function approvalWarnings(mechanic: Mechanic): string[] {
  const { shop, isPhoneVerified } = mechanic;
  const missing = missingDocuments(mechanic).map((name) => t(DOCUMENT_NOUNS[name]));
  const documents = joined(missing);
  return [
    ...(missing.length === 0
      ? []
      : [plural(missing.length, 'The {documents} is missing.', 'The {documents} are missing.', { documents })]),
    ...(shop?.name?.trim() || shop?.experienceYears || shop?.description?.trim()
      ? []
      : [t('The shop profile is empty.')]),
    ...(isPhoneVerified ? [] : [t('The phone number is not verified.')]),
  ];
}

export const nameOfApplicant = (mechanic: Mechanic): string => personName(mechanic, 'mechanic');
