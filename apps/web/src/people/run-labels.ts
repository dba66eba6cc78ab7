const MODES: Readonly<Record<string, string>> = {
  own_bank: 'Own bank',
  neft: 'NEFT',
  rtgs: 'RTGS',
  imps: 'IMPS',
  upi: 'UPI',
};

/** How the bank pays: "NEFT". */
export const modeLabel = (mode: string | null): string => MODES[mode ?? ''] ?? mode ?? '–';
