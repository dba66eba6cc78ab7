import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { personName } from '../people/person-name.ts';

interface DecisionLabels {
  readonly verb: string;
  readonly pending: string;
  readonly remarks: string;
  readonly hint: string | undefined;
  readonly failed: string;
  readonly tone: 'primary' | 'danger';
  /** "Approve Ravi Kumar?" */
  readonly title: (name: string) => string;
  /** "Approving Ravi Kumar" */
  readonly doing: (name: string) => string;
  /** "Ravi Kumar is approved" */
  readonly done: (name: string) => string;
}

/** The words of each decision on an application (MECH-08, WORK-05). */
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
    hint: 'Say what is wrong. It is kept in the history.',
    failed: 'Failed to reject mechanic',
    tone: 'danger',
    title: (name) => `Reject ${name}?`,
    doing: (name) => `Rejecting ${name}`,
    done: (name) => `${name} is rejected`,
  },
  resent_for_verification: {
    verb: 'Ask again',
    pending: 'Asking...',
    remarks: 'Remarks',
    hint: 'Say what has to be sent again. It is kept in the history.',
    failed: 'Failed to ask mechanic again',
    tone: 'primary',
    title: (name) => `Ask ${name} again?`,
    doing: (name) => `Asking ${name} again`,
    done: (name) => `${name} is asked again`,
  },
};

/** Whether a decision needs a reason. */
export const needsRemarks = (decision: Decision): boolean => decision !== 'approved';

/** The documents that an application lacks, in the middle of a sentence. */
export const missingDocuments = ({ documents }: Pick<Mechanic, 'documents'>): string[] =>
  [
    !documents?.aadhaarCard && 'Aadhaar card',
    !documents?.profilePhoto && 'profile photo',
    !documents?.shopPhoto && 'shop photo',
  ].filter((name) => name !== false);

/** What an application lacks, for a question before it is approved: "the shop photo is missing" (WORK-05). */
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

/** How a decision names its mechanic. */
export const nameOfApplicant = (mechanic: Mechanic): string => personName(mechanic, 'mechanic');
