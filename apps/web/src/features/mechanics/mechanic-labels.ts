import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { formatCoordinates, formatRupees, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';
import { personName } from '../people/person-link.tsx';

export const STATUS_LABELS: Readonly<Record<string, StatusLabel>> = {
  pending: { label: 'Pending', tone: 'warning' },
  sent_for_verification: { label: 'Sent for Verification', tone: 'info' },
  resent_for_verification: { label: 'Resend for Verification', tone: 'info' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
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
  return paise === null ? NOT_AVAILABLE : `${formatRupees(paise)} per hour`;
}

/** The location of the shop as coordinates and as text; null where it is not known (MECH-03). */
export function shopPlace({ shop }: Pick<Mechanic, 'shop'>) {
  if (!shop || shop.latitude === null || shop.longitude === null) return null;
  const { latitude, longitude } = shop;
  return { latitude, longitude, text: formatCoordinates(latitude, longitude) };
}

interface DecisionLabels {
  readonly verb: string;
  readonly pending: string;
  readonly remarks: string;
  readonly hint: string | undefined;
  readonly failed: string;
  readonly tone: 'primary' | 'danger';
  /** "Approve Ravi Kumar?" */
  readonly title: (name: string) => string;
  readonly doing: (name: string) => string;
  /** "Ravi Kumar is approved" */
  readonly done: (name: string) => string;
}

export const DECISION_LABELS: Readonly<Record<Decision, DecisionLabels>> = {
  approved: {
    verb: 'Approve',
    pending: 'Approving...',
    remarks: 'Remarks (optional)',
    hint: undefined,
    failed: 'Failed to approve mechanic',
    tone: 'primary',
    title: (name) => `Approve ${name}?`,
    doing: (name) => `Approving ${name}`,
    done: (name) => `${name} is approved`,
  },
  rejected: {
    verb: 'Reject',
    pending: 'Rejecting...',
    remarks: 'Remarks',
    hint: 'State what is wrong. The history stores it.',
    failed: 'Failed to reject mechanic',
    tone: 'danger',
    title: (name) => `Reject ${name}?`,
    doing: (name) => `Rejecting ${name}`,
    done: (name) => `${name} is rejected`,
  },
  resent_for_verification: {
    verb: 'Ask again',
    pending: 'Requesting...',
    remarks: 'Remarks',
    hint: 'State what to send again. The history stores it.',
    failed: 'Failed to request resubmission',
    tone: 'primary',
    title: (name) => `Request resubmission from ${name}?`,
    doing: (name) => `Requesting resubmission from ${name}`,
    done: (name) => `Resubmission requested from ${name}`,
  },
};

export const needsRemarks = (decision: Decision): boolean => decision !== 'approved';

/** The missing documents, as words within a sentence. */
export const missingDocuments = ({ documents }: Pick<Mechanic, 'documents'>): string[] =>
  [
    !documents?.aadhaarCard && 'Aadhaar card',
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
      : ['The shop profile is empty.']),
    ...(isPhoneVerified ? [] : ['The phone number is not verified.']),
  ];
}

export const nameOfApplicant = (mechanic: Mechanic): string => personName(mechanic, 'mechanic');
