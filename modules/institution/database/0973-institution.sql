-- A paper may be printed in another language than the screens.
alter table paper_setting add column language text constraint paper_setting__language check (language in ('zh', 'en'));
