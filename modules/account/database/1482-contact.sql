-- Numbers of staff kept before they had one form, as those of members (1480): whoever logs in by a code types another spelling.
update contact c
set mobile = plain.mobile
from (
  select oid, ctid_, regexp_replace(regexp_replace(mobile, '[\s-]', '', 'g'), '^(\+|00)?86(?=1\d{10}$)', '') mobile
  from contact
  where mobile !~ '^1\d{10}$'
) plain
where plain.oid = c.oid and plain.ctid_ = c.ctid_ and plain.mobile ~ '^1\d{10}$';
