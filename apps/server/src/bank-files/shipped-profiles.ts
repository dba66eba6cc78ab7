import { type BankProfile, bankProfile } from './bank-profile.ts';
import hdfc from './profiles/hdfc.json' with { type: 'json' };
import icici from './profiles/icici.json' with { type: 'json' };
import razorpayx from './profiles/razorpayx.json' with { type: 'json' };

/** The profiles that come with the product. */
export const SHIPPED_PROFILES: readonly BankProfile[] = [razorpayx, icici, hdfc].map((profile) =>
  bankProfile.parse(profile),
);
