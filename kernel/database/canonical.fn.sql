-- The one form of each kind of text, as kernel/contract/texts/canonical.ts has it: the two are compared by a test.
create or replace function canonical_text(typed text) returns text language sql immutable as $$
  select regexp_replace(
    normalize(typed, nfc), '[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', '', 'g'
  )
$$;
-- Default_Ignorable_Code_Point of Unicode 16.
create or replace function without_ignorable(typed text) returns text language sql immutable as $$
  select regexp_replace(
    typed,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF'
    || '\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'
  )
$$;
create or replace function canonical_name(typed text) returns text language sql immutable as $$
  select btrim(
    regexp_replace(
      regexp_replace(
        translate(
          without_ignorable(normalize(typed, nfc)),
          '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
          '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
        ),
        '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'
      ),
      ' *[\u00B7\u0387\u2022\u2027\u2219\u22C5\u30FB\uFF65] *', '·', 'g'
    ),
    ' '
  )
$$;
create or replace function canonical_code(typed text) returns text language sql immutable as $$
  select regexp_replace(
    without_ignorable(normalize(typed, nfkc)), '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]', '', 'g'
  )
$$;
create or replace function canonical_number(typed text) returns text language sql immutable as $$
  select translate(canonical_code(typed), 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
$$;
create or replace function canonical_phone(typed text) returns text language plpgsql immutable as $$
declare
  plain text := regexp_replace(
    regexp_replace(without_ignorable(normalize(typed, nfkc)), '[\s()\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]', '', 'g'),
    '[\u2010-\u2015\u2212]', '-', 'g'
  );
  national text := regexp_replace(plain, '^(?:\+|00)86-?(?=\d)', '');
  mobile text := substring(replace(national, '-', '') from '^(?:86)?(1[3-9]\d{9})$');
  local text := case when plain = national or starts_with(national, '0') then national else '0' || national end;
  landline text[] := regexp_match(local, '^(010|02\d|0[3-9]\d{2})-?(\d{4})-?(\d{3,4})(?:-(\d{1,6}))?$');
begin
  if mobile is not null then return mobile; end if;
  if landline is not null then return landline[1] || '-' || landline[2] || landline[3] || coalesce('-' || landline[4], ''); end if;
  return regexp_replace(local, '^([48]00)-?(\d{3})-?(\d{4})$', '\1-\2-\3');
end $$;

-- Keeps the columns a table declares (`canonical`) in their one form, whoever writes: arguments `column=kind`.
create or replace function keep_canonical() returns trigger language plpgsql set search_path = public as $$
declare
  written jsonb := to_jsonb(new);
  kept jsonb := '{}';
  argument text;
  typed text;
  form text;
begin
  foreach argument in array tg_argv loop
    typed := written ->> split_part(argument, '=', 1);
    continue when typed is null;
    form := case split_part(argument, '=', 2)
      when 'phone' then canonical_phone(typed)
      when 'name' then canonical_name(typed)
      when 'code' then canonical_code(typed)
      when 'number' then canonical_number(typed)
      else canonical_text(typed) end;
    if form <> typed then kept := kept || jsonb_build_object(split_part(argument, '=', 1), form); end if;
  end loop;
  if kept <> '{}' then new := jsonb_populate_record(new, kept); end if;
  return new;
end $$;
