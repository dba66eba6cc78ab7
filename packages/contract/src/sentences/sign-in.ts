/** Messages about signing in, passwords, second factors and the team. */
export const SIGN_IN_SENTENCES = {
  nothing_here: 'There is nothing at this address.',
  invalid_credentials: 'Invalid credentials',
  demo_sign_in: 'This is a public demo. Use one of the buttons to sign in.',
  account_suspended: 'This account is suspended.',
  password_not_in_use: 'Your password is not in use. Sign in with {provider}.',
  password_step_expired: 'This sign-in has expired. Please enter your password again.',
  passkey_unknown: 'This passkey is not one of yours. Use another method.',
  password_wrong: 'The password is incorrect.',
  or_code_required: 'or a code is required, but not both',
  link_does_not_work: 'This link does not work: it was already used, has expired, or is incomplete.',
  groups_give_no_access: 'Your groups at {provider} give you no access here. Ask the person who manages them.',
  connected_already: 'Your account is already connected with {provider}.',
  identity_of_another: 'This account at {provider} belongs to another administrator.',
  another_identity: 'This is another account at {provider}. Sign in there as {email}.',
  not_asked_to_sign_in_again:
    '{provider} did not ask you to sign in again. Sign out and in again, or set up an authenticator app on your profile.',
  email_of_another_account:
    'Another account here has your email address at {provider}. Ask an owner to suspend one of the two under Team.',
  no_single_sign_on: 'Single sign-on is not set up here.',
  sign_in_expired: 'This sign-in has expired. Please start again.',
  sign_in_fails_now:
    'Sign-in with {provider} is unavailable at the moment. Try again, or use your password if you have one.',
  sign_in_not_confirmed: '{provider} did not confirm the sign-in. Please try again.',
  provider_not_set_up: 'The set-up of {provider} is incomplete. Contact the administrator of this installation.',
  no_email_of_provider:
    '{provider} provides no email address for you. Ask the person who manages your account there.',
  account_has_email:
    'An account with your email address already exists. Sign in to it with your password and connect {provider} on your profile. If it has no password, ask an owner to disconnect it under Team.',
  last_owner: 'This is the last active owner. First make another person with a password an owner.',
  own_role: 'You cannot change your own role. Ask another owner.',
  role_of_provider:
    'The groups of this administrator at the identity provider determine the role. Change them there, or disconnect the administrator first.',
  own_suspension: 'You cannot suspend yourself. Ask another owner.',
  own_disconnection: 'You cannot disconnect yourself. Ask another owner.',
  signs_in_by_password: 'This administrator already signs in by password.',
  email_address: 'must be an email address',
  member_exists: 'An administrator with this email already exists.',
  member_suspended: 'An administrator with this email is suspended. Reactivate them instead.',
  member_active: 'An administrator with this email is already active.',
  passkey_needs_browser: 'Passkeys can only be created in a browser, which sends the Origin header.',
  most_passkeys: 'There are already {most} passkeys. First remove one that is no longer used.',
  app_set_up_already: 'An authenticator app is already set up. Remove it first.',
  no_app_to_confirm: 'There is no authenticator app to confirm. Start its set-up again.',
  passkey_unusable: 'This passkey cannot be used. Please try again.',
  passkey_set_up_expired: 'The set-up of this passkey has expired. Start it again.',
  passkey_exists: 'This passkey is already set up.',
  no_app: 'No authenticator app is set up.',
  codes_need_factor: 'Recovery codes need an authenticator app or a passkey first.',
  too_many_wrong_codes:
    'Too many wrong codes were entered for this account. Use a recovery code or a passkey, or set a new password.',
  recovery_code_wrong: 'This recovery code is incorrect or was already used. Use another one.',
  app_code_wrong:
    'This code is incorrect or was already used. Wait for the next code, and check that your phone sets its clock automatically.',
  set_up_code_wrong: 'This code is incorrect. Enter the one that the app shows now.',
  clock_minute_ahead:
    'The clock of your phone is about a minute ahead. Set it to automatic, then enter the code that the app shows.',
  clock_minute_behind:
    'The clock of your phone is about a minute behind. Set it to automatic, then enter the code that the app shows.',
  clock_ahead:
    'The clock of your phone is about {minutes} minutes ahead. Set it to automatic, then enter the code that the app shows.',
  clock_behind:
    'The clock of your phone is about {minutes} minutes behind. Set it to automatic, then enter the code that the app shows.',
  current_password_wrong: 'The current password is incorrect.',
  password_too_short: 'The password must have at least {least} characters.',
  password_too_long: 'The password must have at most {most} characters.',
  password_blank: 'The password must not be blank.',
  password_several_lines: 'The password must be one line of text.',
  password_of_demo: 'The password must not be the public demo password.',
  origin_unknown: 'Single sign-on is not available at this address: OIDC_ORIGINS does not list it.',
  six_digits: 'Enter the six digits that the app shows.',
} as const;
