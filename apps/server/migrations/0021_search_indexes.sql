-- Folds any text; this was `fold_text`.
CREATE FUNCTION fold_any_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    CASE WHEN octet_length(given) = char_length(given) THEN lower(translate(given, '`', '''') COLLATE "C")
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(translate(given, '´', ''''), NFKD),
        E'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc'
        '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]', '', 'g'),
      E'`‘’‚‛′‵ʹʻʼʽˈꞌ“”„‟″‶«»‐‒–—―−⁃ØøŁłĐđÐðĦħıŦŧƀɓƁƊɗĸŊŋɛƐƏəẞÆŒÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗ'
      'ИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏABCDEFGHIJKLMNOPQRSTUVWXYZ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३'
      '४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯᱐᱑᱒᱓'
      '᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
      E'''''''''''''''''''''''''''""""""""-------oollddddhhittbbbddqnneeeeßæœþαβγδεζηθικλμνξοπρστυφχψωσабвгдежз'
      'ийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџabcdefghijklmnopqrstuvwxyz012345678901234567890123'
      '456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123'
      '4567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'ൺ', 'ണ്'), 'ൻ', 'ന്'), 'ർ', 'ര്'), 'ൽ', 'ല്'), 'ൾ', 'ള്'), 'ൿ', 'ക്'), 'ৎ', 'ত্')
    END, E'[\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]+', ' ', 'g'))
$$;--> statement-breakpoint
-- PostgreSQL puts the expression of a function that is not STRICT into a statement, so most names are folded without a call.
CREATE OR REPLACE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(given) = char_length(given) AND strpos(given, '  ') = 0 AND translate(given, E'\t\n\u000b\f\r', '') = given
    THEN trim(lower(translate(given, '`', '''') COLLATE "C")) ELSE fold_any_text(given) END;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bookings_of_customer" ON "bookings" USING btree ("customer_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","record_state");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bookings_of_mechanic" ON "bookings" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","record_state");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_customer" ON "payments" USING btree ("customer_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","method","record_state");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_mechanic" ON "payments" USING btree ("mechanic_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","method","record_state");--> statement-breakpoint
-- A concurrent deletion would wait silently for every reader; this one waits for at most half a second at a time, and the wait is logged.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "bookings_customer";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "bookings_mechanic";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "payments_customer_occurred";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "payments_mechanic_occurred";