-- Numbers kept before they had one form: a mobile number becomes its eleven digits, where no member of the same name has them already.
-- Those others stand in the list of members entered twice, which the manager merges from.
update patient p
set mobile = plain.mobile
from (
  select oid, pid, regexp_replace(regexp_replace(mobile, '[\s-]', '', 'g'), '^(\+|00)?86(?=1\d{10}$)', '') mobile
  from patient
  where mobile !~ '^1\d{10}$'
) plain
where plain.oid = p.oid
  and plain.pid = p.pid
  and plain.mobile ~ '^1\d{10}$'
  and not exists (
    select
    from patient other
    where other.oid = p.oid
      and other.pid <> p.pid
      and other.name = p.name
      and regexp_replace(regexp_replace(other.mobile, '[\s-]', '', 'g'), '^(\+|00)?86(?=1\d{10}$)', '') = plain.mobile
  );
