-- Who may do what: what a store was not granted, and how an organisation arranges the declared menu.

-- A store may use everything the product declares, but for what stands here: screens out of its menu, permissions nobody holds in it.
create table store_withheld (
  oid bigint not null,
  withheld_id bigint generated always as identity,
  hid bigint not null,
  kind text not null constraint store_withheld__kind check (kind in ('menu', 'element')),
  code text not null,
  primary key (oid, withheld_id),
  foreign key (oid, hid) references store on delete cascade,
  constraint store_withheld__duplicate unique (oid, hid, kind, code)
);
comment on column store_withheld.code is 'path of a screen (menu) or a permission code (element)';

-- Changes of the organisation to the declared menu: another title, place or icon, shown or not. Without a row a screen stands as declared.
create table menu (
  oid bigint not null references organisation,
  menu_id bigint not null,
  path text not null,
  title text,
  section text,
  icon text,
  rank int,
  hidden boolean not null default false,
  primary key (oid, menu_id),
  constraint menu__duplicate unique (oid, path)
);
comment on column menu.menu_id is 'computed from the path: the same in every organisation';

-- An element of a screen by its permission code: its name on the screen, or taken off the screen for everybody.
create table element (
  oid bigint not null references organisation,
  element_id bigint not null,
  menu_id bigint not null,
  path text not null,
  code text not null,
  name text,
  hidden boolean not null default false,
  primary key (oid, element_id),
  constraint element__duplicate unique (oid, path, code)
);
comment on column element.element_id is 'computed from path and code';

create unique index role__role_name on role (oid, name);

-- What a session needs beside the account: what its stores were not granted. Null where nothing is withheld.
create function session_withheld(oid_ bigint) returns jsonb language sql stable security definer set search_path = public as $$
  select jsonb_object_agg(hid, codes) from (select w.hid, jsonb_agg(w.code) codes from store_withheld w where w.oid = oid_ and w.kind = 'element' group by w.hid) x
$$;
