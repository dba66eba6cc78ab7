/** The first elements of the query keys of payment runs. */
export const RUN_KEYS = {
  list: 'payment-runs',
  one: 'payment-run',
  rows: 'payment-run-rows',
  answers: 'bank-answers',
  preview: 'payment-run-preview',
  profiles: 'run-profiles',
} as const;
