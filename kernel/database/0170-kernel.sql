-- A series is called by what its numbers begin with, so that the numbers of a day go on where they stood.
update running_number set series = case split_part(series, ':', 1)
    when 'frame' then 'PJ' || split_part(series, ':', 2)
    when 'rx' then 'RX' || split_part(series, ':', 2)
    when 'gift' then 'DH' || split_part(series, ':', 2) || '-'
    when 'charge' then 'CZ' || split_part(series, ':', 2) || '-'
    else split_part(series, ':', 1) || split_part(series, ':', 2) || '-' end
  where split_part(series, ':', 1) in ('frame', 'rx', 'gift', 'charge', 'SF', 'TF') and series ~ ':\d+$';
update running_number set series = series || '-' where series ~ '^(RK|CK)\d{6}$';
