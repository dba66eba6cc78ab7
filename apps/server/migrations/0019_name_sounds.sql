-- How the words of a name sound (FIND-03), in the place of `name_keys`: consonants without aspiration, and i and u. The letters of all Indian scripts are those of
-- Devanagari at other places of Unicode. A word that others spell by another custom, or that ends in a form of address ("Sharmaji"), has the keys
-- of both spellings. Tamil does not tell b and p, or k and g, apart: its words have "^" and a coarser key, which all words have after "~".
-- "<" and ">" are the ends of a word. PostgreSQL keeps 32 compiled regular expressions, so rare ones are behind a condition.
-- @param folded a name as `fold_text` makes it
CREATE FUNCTION name_sounds(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  word text;
  script text;
  other text;
  spelling text;
  key text;
  coarse text;
  keys text[] := '{}';
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(replace(normalize(folded, NFC), '''', ''), E'[^a-z\u00b5-\uffff]+') LOOP
    CONTINUE WHEN word IN ('', 'mr', 'mrs', 'ms', 'miss', 'dr', 'er', 'adv', 'prof', 'late', 'shri', 'shree', 'sri', 'smt', 'kum', 'sushri', 'thiru', 'tmt',
      'thirumathi', 'sir', 'madam', 'maam', 'mam', 'capt', 'col', 'haji', 'janab', 'ji', 'jee', 'bhai', 'bhau', 'bhaiya', 'bhaiyya', 'bai', 'ben', 'behn', 'bahen',
      'didi', 'tai', 'uncle', 'aunty', 'auntie', 'garu', 'saheb', 'sahab', 'sahib', 'saab');
    script := CASE WHEN ascii(word) < 128 THEN 'latin' WHEN ascii(word) BETWEEN 2432 AND 2559 THEN 'bengali' WHEN ascii(word) BETWEEN 2944 AND 3071 THEN 'tamil'
      WHEN ascii(word) BETWEEN 2560 AND 3455 THEN 'indian' ELSE 'devanagari' END;
    word := '<' || word || '>';
    other := word;
    IF script = 'latin' THEN
      IF right(word, 3) IN ('ai>', 'au>', 'en>', 'hn>', 'ji>', 'ee>', 'ab>', 'eb>', 'ib>', 'ru>') THEN
        other := regexp_replace(other, '^(.{5,})(bhai|bhau|bai|ben|behn|bahen|ji|jee|saheb|sahab|sahib|saab|garu)>$', '\1>');
      END IF;
      other := replace(replace(replace(replace(replace(replace(other, '<e', '<i'), '<ie', '<e'), 'ed>', 'id>'), 'ndh', 'nt'), 'nth', 'nd'), 'th>', 'd>');
      IF strpos(left(other, 5), 'ya') > 2 THEN other := regexp_replace(other, '^<([bcdhjklmnpstvwz]h?)ya', '<\1a'); END IF;
      IF other LIKE '__%ru%' THEN other := regexp_replace(other, '([bdgkmnpstvwh])ru', '\1ri', 'g'); END IF;
      IF other LIKE '%o%o%' OR other LIKE '%okkh%' THEN
        other := replace(other, 'oo', 'u');
        IF other ~ 'o(?![uw]).*o(?![uw])|okkh' THEN other := regexp_replace(other, 'o(?![uwy])', 'a', 'g'); END IF;
      END IF;
    ELSE
      -- What a script writes in a way of its own.
      IF script = 'tamil' THEN
        word := replace(replace(replace(replace(replace(word, 'ட்ச', 'க்ஷ'), 'ற்ற', 'ட்ர'), 'ன்ற', 'ன்ட்ர'), 'க்ன', 'க்ய'), '<ஞ', '<க்ய');
      ELSIF script = 'bengali' THEN
        word := replace(replace(replace(replace(replace(replace(word, 'ৰ', 'র'), 'ৱ', 'ব'), '<ইয', '<য'), '<ইউ', '<যু'), 'ওযা', 'বা'), 'ওযে', 'বে');
        word := replace(replace(replace(word, 'োযা', '্বা'), 'োযে', '্বে'), '<' || substr(word, 2, 1) || '্যা', '<' || substr(word, 2, 1) || 'া');
      ELSIF script = 'indian' THEN
        word := replace(replace(replace(replace(replace(replace(word, 'ୱ', 'ବ'), 'ୟ', 'ଯ'), 'ੱ', ''), 'ൗ', 'ൌ'), 'റ്റ', 'ട്ട'), 'ന്റ', 'ന്ട');
        word := replace(replace(replace(word, 'ం>', 'మ>'), 'ಂ>', 'ಮ>'), 'ം>', 'മ>');
      END IF;
      IF script <> 'devanagari' THEN
        word := (SELECT string_agg(CASE WHEN ascii(letter) BETWEEN 2432 AND 3455 THEN chr(2304 + ascii(letter) % 128) ELSE letter END, '' ORDER BY place)
          FROM string_to_table(word, NULL) WITH ORDINALITY AS letters (letter, place));
      END IF;
      CONTINUE WHEN word IN ('<श्री>', '<स्री>', '<श्रीमती>', '<श्रीमति>', '<जी>', '<जि>', '<डॉ>', '<डा>', '<डो>', '<डॉक्टर>', '<डाक्टर>', '<भाई>', '<भाइ>', '<भाऊ>', '<बाई>', '<बेन>',
        '<बहन>', '<साहब>', '<साहेब>', '<सर>', '<सार>', '<मैडम>', '<मॅडम>', '<गारु>', '<तिरु>', '<तिरुमति>', '<दीदी>', '<दिदि>', '<ताई>', '<भैया>');
      other := word;
      IF right(word, 3) IN ('जी>', 'जि>', 'ाई>', 'ाइ>', 'ाऊ>', 'ेन>', 'ेब>', 'हब>', 'रु>') THEN
        other := regexp_replace(other, '^(.{4,})(भाई|भाइ|भाऊ|बाई|बाइ|बेन|बहेन|जी|जि|साहेब|साहब|गारु)>$', '\1>');
      END IF;
      other := replace(replace(replace(replace(replace(other, '<ए', '<इ'), '<ऎ', '<इ'), 'ेद>', 'िद>'), 'ेद्>', 'िद्>'), '<' || substr(word, 2, 1) || '्या', '<' || substr(word, 2, 1) || 'ा');
      IF script = 'tamil' THEN other := replace(replace(other, '<इर', '<र'), '<इल', '<ल'); END IF;
      IF script = 'bengali' THEN other := replace(other, 'य', 'ज'); END IF;
    END IF;
    FOREACH spelling IN ARRAY CASE WHEN other = word THEN ARRAY[word] ELSE ARRAY[word, other] END LOOP
      key := spelling;
      IF script = 'latin' THEN
        key := replace(replace(replace(replace(replace(replace(key, '<md>', '<mohammad>'), '<mohd>', '<mohammad>'), '<mhd>', '<mohammad>'), '<muhd>', '<mohammad>'), '<shaik', '<shek'), '<sheik', '<shek');
        key := replace(replace(replace(replace(replace(replace(key, 'inder>', 'endr>'), '<mh', '<m'), '<nh', '<n'), 'vh', 'v'), 'wh', 'w'), 'ao>', 'av>');
        key := replace(replace(replace(replace(replace(replace(key, '<iy', '<ay'), 'ey>', 'e>'), 'qui', 'qi'), 'que', 'qe'), '<y', '<j'), 'sinh>', 'sing>');
        key := replace(replace(replace(replace(replace(replace(key, 'simh', 'sing'), 'ms', 'ns'), 'x', 'ks'), 'kkh', 'ks'), 'zh', 'l'), 'oo', 'u');
        key := replace(replace(replace(replace(replace(replace(key, 'ow', 'u'), 'ou', 'u'), 'ch', 'C'), 'ce', 'se'), 'ci', 'si'), 'cy', 'sy');
        key := replace(replace(replace(replace(replace(replace(key, 'ck', 'k'), 'cC', 'C'), 'dny', 'gy'), 'jny', 'gy'), 'jn', 'gy'), 'ghn', 'gn');
        key := replace(replace(key, 'gny', 'gy'), 'gn', 'gy');
        IF key LIKE '%yo%' OR key LIKE '%yu%' THEN key := regexp_replace(key, '([^aeiou])y(?=[ou])', '\1', 'g'); END IF;
        IF key LIKE '__%ae%' THEN key := regexp_replace(key, '([^<])ae(?=[^aeiou])', '\1ai', 'g'); END IF;
        -- Bengali says o for a.
        IF key LIKE '%ro%' THEN key := regexp_replace(key, '([bdgkpt]h?)ro', '\1ra', 'g'); END IF;
        IF key LIKE '%o>' THEN key := regexp_replace(key, '([^aeiou])o>', '\1a>'); END IF;
        IF key LIKE '%o_>' THEN key := regexp_replace(key, '([aeiou].*[^aeiou])o([lmn])>', '\1a\2>'); END IF;
        key := regexp_replace(regexp_replace(key, '([bdgjkpstC])h', '\1', 'g'), 'ee+', 'i', 'g');
        key := regexp_replace(translate(key, 'cCqfwzyov', 'kckpbjiub'), '(.)\1+', '\1', 'g');
      ELSE
        key := replace(replace(replace(replace(replace(replace(key, 'ज्ञ', 'ग्य'), 'सिंह', 'सिंग'), 'िंदर>', 'ंद्र>'), E'\u0970', E'\u0902'), 'व्ह', 'व'), 'ग्न', 'ग्य');
        key := replace(replace(replace(replace(replace(replace(key, 'घ्न', 'ग्य'), '<य', '<ज'), 'म्स', 'न्स'), 'म्श', 'न्श'), 'म्ष', 'न्ष'), '्यो', 'ो');
        key := replace(replace(replace(replace(replace(replace(key, '्यु', 'ु'), '्यू', 'ू'), '्यौ', 'ौ'), '<म्ह', '<म'), '<न्ह', '<न'), 'ाओ>', 'ाव>');
        key := replace(replace(replace(replace(replace(replace(key, 'ावु>', 'ाव>'), '्रो', '्र'), 'ो>', '>'), 'ऐ', 'अइ'), 'औ', 'अउ'), 'ऋ', 'रि');
        key := replace(key, 'ृ', '्रि');
        IF key LIKE '___%ो%' THEN key := regexp_replace(key, '^(<..+)ो([लमन]्?)>', '\1\2>'); END IF;
        key := translate(key, E'कखगघङञणनऩचछजझटठतथडढदधपफबभवमयरऱलळऴशषसहअआएऍऎइईउऊओऑऒ'
          '\u093f\u0940\u0948\u0941\u0942\u094b\u094c\u094a\u0949\u0902\u0901\u094d\u093e\u0947\u0945\u0946\u0903\u093d\u093a\u093b\u094e\u094f', 'kkggnnnnnccjjttttddddppbbbmirrlllssshaaaaaiiuuuuuiiiuuuuuunn+');
        key := replace(regexp_replace(key, '(.)\+\1', '\1', 'g'), '+', '');
      END IF;
      key := translate(regexp_replace(key, '^<[ae]+', '<A'), 'ae<', '');
      IF key LIKE '%ui>' THEN key := regexp_replace(key, '[iu]*ui>', 'i>'); END IF;
      key := regexp_replace(key, '([iu])[iu]+', '\1', 'g');
      key := replace(replace(replace(replace(replace(replace(key, 'mp', 'np'), 'mb', 'nb'), 'ksum', 'ks'), 'ksm', 'ks'), 'sbmi', 'smi'), CASE WHEN length(key) > 3 THEN 'h>' ELSE '>' END, '');
      key := replace(key, '>', '');
      CONTINUE WHEN length(key) < 2;
      coarse := translate(key, 'gbdjsh', 'kptcck');
      IF coarse LIKE '%r%' THEN coarse := regexp_replace(regexp_replace(coarse, '([kptcmn])i?r[iu]', '\1ri', 'g'), '([kpt])ir', '\1r', 'g'); END IF;
      keys := keys || ARRAY['~' || coarse, CASE WHEN script = 'tamil' THEN '^' || coarse ELSE key END];
    END LOOP;
  END LOOP;
  RETURN keys;
END
$$;--> statement-breakpoint
-- contract: nothing uses it since 0004_search
DROP FUNCTION similar_keys(text);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mechanics_texts" ON "mechanics" USING gin (fold_text(name) gin_trgm_ops,fold_text(email) gin_trgm_ops,digits_of(phone) gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mechanics_sounds" ON "mechanics" USING gin (name_sounds(fold_text(name))) WHERE record_state = 'full';--> statement-breakpoint
DROP INDEX CONCURRENTLY "mechanics_search";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_texts" ON "users" USING gin (fold_text(name) gin_trgm_ops,fold_text(email) gin_trgm_ops,digits_of(phone) gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_sounds" ON "users" USING gin (name_sounds(fold_text(name))) WHERE record_state = 'full';--> statement-breakpoint
DROP INDEX CONCURRENTLY "users_search";