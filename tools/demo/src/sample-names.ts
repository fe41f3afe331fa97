/** Given names in several scripts, as in an installation with many languages. */
export const givenNames: readonly string[] = [
  'Amina', 'Bastien', 'Chloé', 'Daniel', 'Élodie', 'Fatou', 'Giulia', 'Hanna', 'Ibrahim', 'Joana',
  'Karim', 'Lucía', 'Mateusz', 'Ngozi', 'Omar', 'Paula', 'Rafael', 'Sofía', 'Tomáš', 'Zeynep',
  'أحمد', 'فاطمة', 'يوسف', 'مريم', '李伟', '王芳', '张敏', 'Дмитрий', 'Ольга', 'Наталья',
  'Αλέξης', 'Ελένη', 'आरव', 'प्रिया', '지민', '서연', '翔太', '美咲', 'דוד', 'שרה',
]; // prettier-ignore

/** Family names, combined with any given name. */
export const familyNames: readonly string[] = [
  'Abdi', 'Bauer', 'Çelik', 'Dubois', 'Eze', 'Fernández', 'Grønvold', 'Haddad', 'Ito', 'Jansen',
  'Kaya', 'López', 'Moreau', 'Novák', 'Okafor', 'Peña', 'Rossi', 'Schäfer', 'Traoré', 'Yılmaz',
  'الحسن', 'خليل', '陈', '刘', 'Иванова', 'Петров', 'Παππάς', 'शर्मा', '김', '佐藤',
]; // prettier-ignore

/** Names of groups: the place or time of their meetings. */
export const groupNames: readonly string[] = [
  'Riverside', 'Tuesday Evening', 'Harbour', 'Vieux-Port', 'Am Markt', 'Plaza Mayor', 'Old Mill', 'Campus',
  'بيت النور', '城南小组', 'Северный', 'Σάββατο', 'शांति', '한빛', 'Lighthouse',
]; // prettier-ignore

export const remarks: readonly string[] = [
  'Called this morning, asked to be called again on Friday.',
  'Met at the café near the station. Would like to bring a friend next time.',
  'Sent a message, no answer yet.',
  'Has started to read and has many questions.',
  'A rencontré le groupe pour la première fois.',
  'Quiere empezar un grupo en su barrio.',
  'يريد أن يلتقي الأسبوع القادم.',
  '约好下周三见面。',
  'Moved to another part of town, the address is new.',
  'Invited to the group on Tuesday evening.',
];
