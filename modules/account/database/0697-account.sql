-- Whom of a store its members may reach by WeChat: nobody until the store says so.
alter table contact add column reachable boolean not null default false;
