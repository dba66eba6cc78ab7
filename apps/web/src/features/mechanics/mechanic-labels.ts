import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { formatCoordinates, formatRupees, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { type Message, msg, t } from '../../lib/text.ts';
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
  const word = orNotAvailable(status);
  return lookUp(STATUS_LABELS, word) ?? { label: wordAsGiven(word), tone: 'neutral' };
}

/** "8 years", or N/A (MECH-02). */
export function experience({ shop }: Pick<Mechanic, 'shop'>): string {
  const years = shop?.experienceYears ?? null;
  if (years === null) return NOT_AVAILABLE;
  return `${years} ${years === 1 ? 'year' : 'years'}`;
}

/** "₹400 per hour", or N/A (MECH-04). */
export function serviceCharge({ shop }: Pick<Mechanic, 'shop'>): string {
  const paise = shop?.perHourPaise ?? null;
  return paise === null ? NOT_AVAILABLE : t('{paise} per hour', { paise: formatRupees(paise) });
}

/** The location of the shop as coordinates and as text; null where it is not known (MECH-03). */
export function shopPlace({ shop }: Pick<Mechanic, 'shop'>) {
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
  /** "Approve Ravi Kumar?" */
  readonly title: (name: string) => string;
  readonly doing: (name: string) => string;
  /** "Ravi Kumar is approved" */
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
    done: (name) => t('{name} is approved', { name }),
  },
  rejected: {
    verb: msg('Reject'),
    pending: msg('Rejecting...'),
    remarks: msg('Remarks'),
    hint: msg('State what is wrong. The history stores it.'),
    failed: msg('Failed to reject mechanic'),
    tone: 'danger',
    title: (name) => t('Reject {name}?', { name }),
    doing: (name) => t('Rejecting {name}', { name }),
    done: (name) => t('{name} is rejected', { name }),
  },
  resent_for_verification: {
    verb: msg('Ask again'),
    pending: msg('Requesting...'),
    remarks: msg('Remarks'),
    hint: msg('State what to send again. The history stores it.'),
    failed: msg('Failed to request resubmission'),
    tone: 'primary',
    title: (name) => t('Request resubmission from {name}?', { name }),
    doing: (name) => t('Requesting resubmission from {name}', { name }),
    done: (name) => t('Resubmission requested from {name}', { name }),
  },
};

export const needsRemarks = (decision: Decision): boolean => decision !== 'approved';

/** The missing documents, as words within a sentence. */
export const missingDocuments = ({ documents }: Pick<Mechanic, 'documents'>): string[] =>
  [
    !documents?.aadhaarCard && t('Aadhaar card'),
    !documents?.profilePhoto && 'profile photo',
    !documents?.shopPhoto && 'shop photo',
  ].filter((name) => name !== false);

/** What an application lacks, as sentences (WORK-05). */
export function approvalWarnings(mechanic: Mechanic): string[] {
  const { shop, isPhoneVerified } = mechanic;
  const missing = missingDocuments(mechanic);
  const last = missing.pop();
  const named = missing.length === 0 ? last : `${missing.join(', ')} and ${last}`;
  return [
    ...(last === undefined ? [] : [`The ${named} ${missing.length === 0 ? 'is' : 'are'} missing.`]),
    ...(shop?.name?.trim() || shop?.experienceYears || shop?.description?.trim()
      ? []
      : [t('The shop profile is empty.')]),
    ...(isPhoneVerified ? [] : [t('The phone number is not verified.')]),
  ];
}

export const nameOfApplicant = (mechanic: Mechanic): string => personName(mechanic, 'mechanic');
