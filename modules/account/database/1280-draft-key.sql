-- What the drafts of an account are encrypted with in its browsers: they are read again after its next login, and by nobody else.
alter table account
  add column draft_key text not null default encode(
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
    'base64'
  );
