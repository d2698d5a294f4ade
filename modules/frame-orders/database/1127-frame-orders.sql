-- Whoever took the glasses showed the code the member received, instead of signing.
alter table record_frame add by_code boolean not null default false;
